// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Constants as text, for both printers: the shortest decimal that reads back as the same value, and
// MLIR's bit patterns for the values that decimals cannot say. Nothing here knows a graph.
#ifndef PALLASBENCH_TRACE_LITERAL_HPP
#define PALLASBENCH_TRACE_LITERAL_HPP

#include <pallasbench/core/element.hpp>
#include <pallasbench/core/opcode.hpp>

#include <charconv>
#include <cmath>
#include <string>

namespace pb::trace {

namespace detail {

template <class Number>
std::string shortest(Number value) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

/// Digits with a point before any exponent, as MLIR and Python both read: 1e-05 becomes 1.0e-05.
inline std::string with_point(std::string digits) {
  if (digits.find('.') != std::string::npos) return digits;
  auto const exponent = digits.find('e');
  return digits.insert(exponent == std::string::npos ? digits.size() : exponent, ".0");
}

inline bool fits_f32(element_type type) { return type != element_type::f64; }

/// The value as an element of `type`; f16 and bf16 constants are kept in f32.
inline double rounded(double value, element_type type) {
  return fits_f32(type) ? static_cast<double>(static_cast<float>(value)) : value;
}

}  // namespace detail

/// A finite floating-point constant: the shortest digits that round trip through `type` (through
/// f32 for the 16-bit types), always with a decimal point.
inline std::string float_literal(double value, element_type type) {
  return detail::with_point(detail::fits_f32(type) ? detail::shortest(static_cast<float>(value))
                                                   : detail::shortest(value));
}

/// An integer constant. Exact up to 2^53, as constants are recorded in f64.
inline std::string integer_literal(double value) {
  return detail::shortest(static_cast<i64>(value));
}

/// The attribute value of stablehlo.constant: `0.5`, `3`, `true`, or for infinities and NaN the bit
/// pattern of `type`, such as `0x7FC00000` (the quiet NaN, its sign and payload dropped).
inline std::string mlir_literal(double value, element_type type) {
  if (type == element_type::boolean) return value != 0 ? "true" : "false";
  if (!is_floating(type)) return integer_literal(value);
  double const v = detail::rounded(value, type);
  if (std::isfinite(v)) return float_literal(value, type);
  std::string bits = std::isnan(v) ? "7FC0" : v > 0 ? "7F80" : "FF80";
  if (type == element_type::f16) bits = std::isnan(v) ? "7E00" : v > 0 ? "7C00" : "FC00";
  if (type == element_type::f64) bits = std::isnan(v) ? "7FF8" : v > 0 ? "7FF0" : "FFF0";
  return "0x" + bits + std::string(2 * static_cast<std::size_t>(size_of(type)) - 4, '0');
}

/// What a reduction by add, max or min starts from. Integers have no infinity: the ends of their
/// range stand in for it.
inline std::string mlir_identity(opcode op, element_type type) {
  if (op == opcode::add) return mlir_literal(0, type);
  bool const is_max = op == opcode::max;
  switch (type) {
  case element_type::boolean: return is_max ? "false" : "true";
  case element_type::u8: return is_max ? "0" : "255";
  case element_type::i32: return is_max ? "-2147483648" : "2147483647";
  case element_type::i64: return is_max ? "-9223372036854775808" : "9223372036854775807";
  default: return mlir_literal(is_max ? -HUGE_VAL : HUGE_VAL, type);
  }
}

/// A constant in Jaxpr, without its type: `0.5`, `3`, `True`, `inf`, `nan`.
inline std::string jaxpr_literal(double value, element_type type) {
  if (type == element_type::boolean) return value != 0 ? "True" : "False";
  if (!is_floating(type)) return integer_literal(value);
  double const v = detail::rounded(value, type);
  if (std::isnan(v)) return "nan";
  if (std::isinf(v)) return v > 0 ? "inf" : "-inf";
  return float_literal(value, type);
}

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_LITERAL_HPP
