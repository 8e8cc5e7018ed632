// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The registers of a kernel while its data flow is followed: what is known of each operand's words,
// variables, parameters and special registers included. Memory is in ptx_solver.hpp.
#ifndef PALLASBENCH_ROBUST_PTX_REGISTERS_HPP
#define PALLASBENCH_ROBUST_PTX_REGISTERS_HPP

#include <pallasbench/robust/ptx_text.hpp>
#include <pallasbench/robust/ptx_value.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pb::robust::detail {

class ptx_registers {
public:
  explicit ptx_registers(ptx_kernel const& kernel) : kernel_(kernel) {
    for (auto const& each : kernel.instructions) {
      if (each.arguments.empty()) continue;
      assigned_.insert(each.arguments[0].words.begin(), each.arguments[0].words.end());
    }
  }

  ptx_value value_of(std::string const& word) const {
    if (word == "_" || is_immediate(word)) return {};
    if (auto const at = kernel_.variables.find(word); at != kernel_.variables.end()) {
      return {0, bit_of(at->second), true, {}};
    }
    auto const& names = kernel_.parameters;
    if (auto const at = std::find(names.begin(), names.end(), word); at != names.end()) {
      return {0, 0, true, {parameter_address::exact, static_cast<int>(at - names.begin()), 0}};
    }
    if (auto const at = values_.find(word); at != values_.end()) return at->second;
    return {0, 0, is_special(word), {}};
  }

  ptx_value value_of(ptx_argument const& argument) const {
    ptx_value value;
    for (auto const& word : argument.words)
      value.merge(value_of(word));
    value.address.offset += argument.offset;
    return value;
  }

  /// What an instruction's guard adds to its result.
  ptx_value guard_of(ptx_instruction const& i) const {
    ptx_value const guard = i.guard.empty() ? ptx_value{} : value_of(i.guard);
    return {guard.data, 0, guard.varies, {}};
  }

  /// Merges into a register; whether it grew.
  bool assign(std::string const& word, ptx_value const& value) {
    return word != "_" && !is_immediate(word) && values_[word].merge(value);
  }

  /// Special registers and instructions by which the kernel looks at a clock, each once.
  std::vector<std::string> clocks() const {
    std::set<std::string> found;
    for (auto const& each : kernel_.instructions) {
      if (each.opcode() == "nanosleep") found.insert(each.opcode());
      for (auto const& argument : each.arguments) {
        for (auto const& word : argument.words) {
          if (word.starts_with("%clock") || word.starts_with("%globaltimer")) found.insert(word);
        }
      }
    }
    return {found.begin(), found.end()};
  }

private:
  /// A register that nothing assigns, such as %tid.x.
  bool is_special(std::string const& word) const {
    return word.starts_with('%') && !assigned_.contains(word);
  }
  static operand_mask bit_of(ptx_space space) {
    switch (space) {
    case ptx_space::shared: return shared_bit;
    case ptx_space::local: return local_bit;
    default: return global_bit;
    }
  }

  ptx_kernel const& kernel_;
  std::set<std::string, std::less<>> assigned_;
  std::map<std::string, ptx_value, std::less<>> values_;
};

}  // namespace pb::robust::detail

#endif  // PALLASBENCH_ROBUST_PTX_REGISTERS_HPP
