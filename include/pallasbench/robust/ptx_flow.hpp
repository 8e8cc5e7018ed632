// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Data flow through a PTX kernel: which inputs' contents can reach which stores. The analysis
// ignores the order of instructions and treats shared, local and global memory as one cell each, so
// it finds too many paths and never too few: "no path" is a proof. What it cannot
// follow is reported as unknown.
#ifndef PALLASBENCH_ROBUST_PTX_FLOW_HPP
#define PALLASBENCH_ROBUST_PTX_FLOW_HPP

#include <pallasbench/robust/ptx_registers.hpp>
#include <pallasbench/robust/ptx_solver.hpp>
#include <pallasbench/robust/ptx_text.hpp>
#include <pallasbench/robust/ptx_value.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pb::robust {

/// How far an input's contents get, through values, addresses or branches.
struct input_flow {
  std::string name;
  bool loaded = false;
  bool reaches_store = false;   // any store to global memory
  bool reaches_output = false;  // a store that may be to an output
};

/// Nothing but `clocks` means anything unless `known`.
struct ptx_flow {
  bool known = false;
  std::string unknown_because;
  std::vector<input_flow> inputs;
  bool stores_output = false;
  bool only_constants_stored =
      false;  // there is a store, and each is of a literal whatever the data
  std::vector<std::string> stored_inputs;
  std::vector<std::string> clocks;
};

namespace detail {

inline ptx_flow name_operands(flow_masks const& masks, std::vector<ptx_operand> const& operands) {
  ptx_flow flow;
  flow.known = masks.unknown_because.empty();
  flow.unknown_because = masks.unknown_because;
  flow.stores_output = masks.stores_output;
  flow.only_constants_stored = masks.any_store && !masks.varying_store;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    operand_mask const bit = operand_mask{1} << k;
    if (operands[k].output) continue;
    flow.inputs.push_back({operands[k].name, (masks.loaded & bit) != 0,
                           (masks.reaching_store & bit) != 0, (masks.reaching_output & bit) != 0});
    if ((masks.stored & bit) != 0) flow.stored_inputs.push_back(operands[k].name);
  }
  return flow;
}

inline ptx_flow unknown_flow(std::string reason) {
  ptx_flow flow;
  flow.unknown_because = std::move(reason);
  return flow;
}

}  // namespace detail

/// Follows the operands through the kernel `entry` of a PTX module (its first for an empty name).
/// `known` is false, with the reason, for a missing kernel, calls, textures, tensor maps, pointers
/// kept in memory and parameters read at an unknown offset.
inline ptx_flow analyze_ptx(std::string_view ptx, std::string_view entry,
                            std::vector<ptx_operand> const& operands) {
  auto const kernel = parse_ptx(ptx, entry);
  if (!kernel) return detail::unknown_flow("there is no such kernel");
  if (operands.size() > detail::max_operands)
    return detail::unknown_flow("it has too many operands");
  ptx_flow flow = detail::name_operands(detail::flow_solver(*kernel, operands).run(), operands);
  flow.clocks = detail::ptx_registers(*kernel).clocks();
  return flow;
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_PTX_FLOW_HPP
