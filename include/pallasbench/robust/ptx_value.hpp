// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What the data-flow analysis knows of one register or one kind of memory: a value that only grows
// when merged, so that iterating to a fixed point ends. The iteration is in ptx_flow.hpp.
#ifndef PALLASBENCH_ROBUST_PTX_VALUE_HPP
#define PALLASBENCH_ROBUST_PTX_VALUE_HPP

#include <pallasbench/core/element.hpp>

#include <string>

namespace pb::robust {

/// A pointer among the kernel's parameters: parameter number and byte offset in it (0 for a plain
/// pointer parameter). A workspace that later kernels read is an output.
struct ptx_operand {
  std::string name;
  int param = 0;
  int offset = 0;
  bool output = false;
};

namespace detail {

/// One bit an operand; the bits above are the kinds of memory that a variable's address points to.
using operand_mask = u64;
inline constexpr int max_operands = 60;
inline constexpr operand_mask shared_bit = operand_mask{1} << 60;
inline constexpr operand_mask local_bit = operand_mask{1} << 61;
inline constexpr operand_mask global_bit = operand_mask{1} << 62;
inline constexpr operand_mask operand_bits = shared_bit - 1;

/// The address of a byte of a kernel parameter, if the value is one.
struct parameter_address {
  enum kind_type { none, exact, unresolved } kind = none;
  int parameter = 0;
  i64 offset = 0;

  bool operator==(parameter_address const&) const = default;
};

struct ptx_value {
  operand_mask data = 0;     // depends on what was loaded through these operands
  operand_mask pointer = 0;  // is computed from these operands' addresses
  bool varies = false;       // depends on anything but literals
  parameter_address address;

  /// The union; whether it is more than there was.
  bool merge(ptx_value const& other) {
    ptx_value const before = *this;
    data |= other.data;
    pointer |= other.pointer;
    varies |= other.varies;
    if (address.kind == parameter_address::none)
      address = other.address;
    else if (other.address.kind != parameter_address::none && !(address == other.address)) {
      address = {parameter_address::unresolved, 0, 0};
    }
    return !(before == *this);
  }
  bool operator==(ptx_value const&) const = default;
};

}  // namespace detail

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_PTX_VALUE_HPP
