// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The scalar operations a body can be made of, by number, so that a trace can name them. Their
// arithmetic is in scalar.hpp, one functor each; the names a printer gives them are in trace/.
#ifndef PALLASBENCH_CORE_OPCODE_HPP
#define PALLASBENCH_CORE_OPCODE_HPP

namespace pb {

enum class opcode {
  none,
  // one operand
  neg, abs, exp, expm1, log, log1p, sqrt, rsqrt, tanh, erf, erfc, logistic, is_finite, logical_not,
  // two operands
  add, sub, mul, div, max, min, pow,
  bit_and, bit_or, bit_xor, shift_left, shift_right,
  // comparisons: result is boolean
  less, less_equal, greater, greater_equal, equal, not_equal,
  // three operands: select(condition, if_true, if_false)
  select
};

}  // namespace pb

#endif  // PALLASBENCH_CORE_OPCODE_HPP
