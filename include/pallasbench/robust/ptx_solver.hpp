// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The fixed point of a kernel's data flow, as masks of operands: instruction by instruction, order
// ignored, with shared, local and global memory as one value each. ptx_flow.hpp says what it means.
#ifndef PALLASBENCH_ROBUST_PTX_SOLVER_HPP
#define PALLASBENCH_ROBUST_PTX_SOLVER_HPP

#include <pallasbench/robust/ptx_registers.hpp>
#include <pallasbench/robust/ptx_text.hpp>
#include <pallasbench/robust/ptx_value.hpp>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace pb::robust::detail {

/// What was found; nothing is proved where `unknown_because` is not empty.
struct flow_masks {
  std::string unknown_because;
  operand_mask loaded = 0;           // read through
  operand_mask reaching_store = 0;   // reach a store to global memory
  operand_mask reaching_output = 0;  // reach one that may be to an output
  operand_mask stored = 0;           // inputs that are surely written to
  bool any_store = false;
  bool varying_store = false;  // a store depends on more than literals
  bool stores_output = false;
};

inline bool is_one_of(std::string_view word, std::initializer_list<std::string_view> all) {
  return std::find(all.begin(), all.end(), word) != all.end();
}

/// The k-th kind of memory that the opcode names; empty for a generic address.
inline std::string_view space_at(ptx_instruction const& i, std::size_t k) {
  for (std::string_view const part : i.parts) {
    auto const space = part.substr(0, part.find("::"));
    bool const named = is_one_of(space, {"global", "shared", "local", "param", "const"});
    if (named && k-- == 0) return space;
  }
  return {};
}

/// The k-th address among the arguments, null where there are fewer.
inline ptx_argument const* address_at(ptx_instruction const& i, std::size_t k) {
  for (auto const& each : i.arguments) {
    if (each.is_address && k-- == 0) return &each;
  }
  return nullptr;
}

class flow_solver {
public:
  flow_solver(ptx_kernel const& kernel, std::vector<ptx_operand> const& operands)
      : kernel_(kernel), operands_(operands), registers_(kernel) {
    for (std::size_t k = 0; k < operands.size(); ++k) {
      if (operands[k].output) outputs_ |= operand_mask{1} << k;
    }
  }

  flow_masks run() {
    do {
      changed_ = false;
      for (auto const& each : kernel_.instructions)
        step(each);
    } while (changed_);
    recording_ = true;
    for (auto const& each : kernel_.instructions)
      step(each);
    return result_;
  }

private:
  void give_up(std::string const& reason) {
    if (result_.unknown_because.empty()) result_.unknown_because = reason;
  }
  void assign(std::string const& word, ptx_value const& value) {
    changed_ |= registers_.assign(word, value);
  }
  void assign(ptx_argument const& target, ptx_value const& value) {
    for (auto const& word : target.words)
      assign(word, value);
  }

  void step(ptx_instruction const& i) {
    std::string_view const op = i.opcode();
    if (is_one_of(op, {"bra", "brx", "ret", "exit", "trap"})) return branch(i);
    if (op == "call") return give_up("it calls a function");
    bool const outside = is_one_of(
        op, {"tex", "tld4", "suld", "sust", "sured", "multimem", "tcgen05", "alloca", "tensormap"});
    if (outside || i.has("tensor")) return give_up("it uses " + i.opcode());
    if (is_one_of(op, {"prefetch", "prefetchu", "discard", "applypriority"})) return;
    if (op == "mbarrier") return barrier(i);
    if (op == "cp") return copy(i);
    if (is_one_of(op, {"ld", "ldu", "ldmatrix"}) || (op == "wmma" && i.has("load"))) return load(i);
    if (is_one_of(op, {"st", "stmatrix", "red"}) || (op == "wmma" && i.has("store")))
      return store(i, 0);
    if (op == "atom") return load(i), store(i, 1);
    compute(i);
  }

  void branch(ptx_instruction const& i) {
    operand_mask before = control_;
    control_ |= registers_.guard_of(i).data;
    for (auto const& each : i.arguments)
      control_ |= registers_.value_of(each).data;
    changed_ |= control_ != before;
  }

  void barrier(ptx_instruction const& i) {
    if (!i.arguments.empty() && !i.arguments[0].is_address)
      assign(i.arguments[0], {0, 0, true, {}});
  }

  void compute(ptx_instruction const& i) {
    ptx_value value = registers_.guard_of(i);
    for (std::size_t k = 0; k < i.arguments.size(); ++k) {
      if (i.arguments[k].is_address) return give_up("it uses " + i.opcode() + " on memory");
      if (k > 0) value.merge(registers_.value_of(i.arguments[k]));
    }
    if (i.opcode() == "wgmma") value.merge(shared_), value.varies = true;
    value.address = computed_address(i, value.address);
    if (!i.arguments.empty()) assign(i.arguments[0], value);
  }
  /// Parameter addresses survive copies and the addition of literals.
  static parameter_address computed_address(ptx_instruction const& i, parameter_address address) {
    if (address.kind != parameter_address::exact || is_one_of(i.opcode(), {"mov", "cvta"}))
      return address;
    if (i.opcode() == "add" && i.arguments.size() == 3) {
      for (auto const& word : {i.arguments[1].words.front(), i.arguments[2].words.front()}) {
        if (!is_immediate(word)) continue;
        address.offset += std::strtoll(word.c_str(), nullptr, 0);
        return address;
      }
    }
    return {parameter_address::unresolved, 0, 0};
  }

  // Memory.

  /// Whether an access may touch a kind of memory: by its name, or, for a generic address, by what
  /// the address is computed from; anything where that is nothing known.
  static bool touches(std::string_view space, std::string_view wanted, ptx_value const& address) {
    if (!space.empty()) return space == wanted;
    if (address.pointer == 0) return true;
    if (wanted == "shared") return (address.pointer & shared_bit) != 0;
    if (wanted == "local") return (address.pointer & local_bit) != 0;
    return (address.pointer & ~(shared_bit | local_bit)) != 0;
  }

  ptx_value read(std::string_view space, ptx_value const& address) {
    ptx_value value{address.data, 0, true, {}};
    if (touches(space, "shared", address)) value.merge(shared_);
    if (touches(space, "local", address)) value.merge(local_);
    if (touches(space, "global", address)) {
      value.merge(global_);
      value.data |= address.pointer & operand_bits;
      result_.loaded |= address.pointer & operand_bits;
    }
    return value;
  }

  void write(std::string_view space, ptx_value const& address, ptx_value value) {
    if ((value.pointer & operand_bits) != 0) give_up("it keeps a pointer in memory");
    if (recording_ && touches(space, "global", address)) record(address, value);
    value = {value.data | address.data, value.pointer, value.varies, {}};
    if (touches(space, "shared", address)) changed_ |= shared_.merge(value);
    if (touches(space, "local", address)) changed_ |= local_.merge(value);
    if (touches(space, "global", address)) changed_ |= global_.merge(value);
  }

  void load(ptx_instruction const& i) {
    auto const* const address = address_at(i, 0);
    if (address == nullptr) return give_up("it loads from no address");
    ptx_value const from = registers_.value_of(*address);
    auto const space = space_at(i, 0);
    bool const of_parameter = from.address.kind != parameter_address::none;
    if (space == "param" || (space.empty() && of_parameter)) return load_parameter(i, from.address);
    ptx_value value = read(space, from);
    value.merge(registers_.guard_of(i));
    assign(i.arguments[0], value);
  }
  void load_parameter(ptx_instruction const& i, parameter_address const& from) {
    if (from.kind != parameter_address::exact)
      return give_up("it reads a parameter at an unknown offset");
    std::string_view const type = i.parts.back();
    i64 const bytes = std::atoi(type.substr(std::min<std::size_t>(1, type.size())).data()) / 8;
    i64 offset = from.offset;
    for (auto const& word : i.arguments[0].words) {
      assign(word, {0, operands_at(from.parameter, offset, std::max<i64>(bytes, 1)), true, {}});
      offset += bytes;
    }
  }
  /// The operands whose pointers overlap these bytes of a parameter.
  operand_mask operands_at(int parameter, i64 offset, i64 bytes) const {
    operand_mask found = 0;
    for (std::size_t k = 0; k < operands_.size(); ++k) {
      auto const& o = operands_[k];
      bool const overlaps = o.offset < offset + bytes && offset < o.offset + 8;
      if (o.param == parameter && overlaps) found |= operand_mask{1} << k;
    }
    return found;
  }

  /// Everything after the first `skipped` arguments that is no address is stored.
  void store(ptx_instruction const& i, std::size_t skipped) {
    auto const* const address = address_at(i, 0);
    if (address == nullptr) return give_up("it stores to no address");
    if (space_at(i, 0) == "param") return give_up("it calls a function");
    ptx_value value;
    for (std::size_t k = skipped; k < i.arguments.size(); ++k) {
      if (!i.arguments[k].is_address) value.merge(registers_.value_of(i.arguments[k]));
    }
    value.data |= registers_.guard_of(i).data;
    write(space_at(i, 0), registers_.value_of(*address), value);
  }
  void copy(ptx_instruction const& i) {
    auto const *const to = address_at(i, 0), *const from = address_at(i, 1);
    if (from == nullptr) return;  // commit_group, wait_group
    ptx_value value = read(space_at(i, 1), registers_.value_of(*from));
    value.data |= registers_.guard_of(i).data;
    write(space_at(i, 0), registers_.value_of(*to), value);
  }

  void record(ptx_value const& address, ptx_value const& value) {
    operand_mask const reach = value.data | address.data | control_;
    operand_mask const target = address.pointer & operand_bits;
    result_.any_store = true;
    result_.reaching_store |= reach;
    result_.varying_store |= value.varies || reach != 0;
    if (target == 0 || (target & outputs_) != 0) result_.reaching_output |= reach;
    if ((target & outputs_) != 0) result_.stores_output = true;
    if (std::has_single_bit(address.pointer)) result_.stored |= target & ~outputs_;
  }

  ptx_kernel const& kernel_;
  std::vector<ptx_operand> const& operands_;
  ptx_registers registers_;
  ptx_value shared_, local_, global_;
  operand_mask control_ = 0, outputs_ = 0;
  bool changed_ = false, recording_ = false;
  flow_masks result_;
};

}  // namespace pb::robust::detail

#endif  // PALLASBENCH_ROBUST_PTX_SOLVER_HPP
