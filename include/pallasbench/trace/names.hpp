// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What the printers call operations and element types. One table per text form; a new opcode or
// node kind needs a line in each, and the compiler says so.
#ifndef PALLASBENCH_TRACE_NAMES_HPP
#define PALLASBENCH_TRACE_NAMES_HPP

#include <pallasbench/trace/graph.hpp>

#include <string>

namespace pb::trace {

/// The operation of an opcode with its dialect. The error functions are CHLO's, which is part of
/// the StableHLO project and which XLA legalises itself: StableHLO has no such operation.
inline std::string stablehlo_name(opcode op, element_type operand) {
  switch (op) {
  case opcode::none: break;
  case opcode::neg: return "stablehlo.negate";
  case opcode::abs: return "stablehlo.abs";
  case opcode::exp: return "stablehlo.exponential";
  case opcode::expm1: return "stablehlo.exponential_minus_one";
  case opcode::log: return "stablehlo.log";
  case opcode::log1p: return "stablehlo.log_plus_one";
  case opcode::sqrt: return "stablehlo.sqrt";
  case opcode::rsqrt: return "stablehlo.rsqrt";
  case opcode::tanh: return "stablehlo.tanh";
  case opcode::erf: return "chlo.erf";
  case opcode::erfc: return "chlo.erfc";
  case opcode::logistic: return "stablehlo.logistic";
  case opcode::is_finite: return "stablehlo.is_finite";
  case opcode::logical_not: return "stablehlo.not";
  case opcode::add: return "stablehlo.add";
  case opcode::sub: return "stablehlo.subtract";
  case opcode::mul: return "stablehlo.multiply";
  case opcode::div: return "stablehlo.divide";
  case opcode::max: return "stablehlo.maximum";
  case opcode::min: return "stablehlo.minimum";
  case opcode::pow: return "stablehlo.power";
  case opcode::bit_and: return "stablehlo.and";
  case opcode::bit_or: return "stablehlo.or";
  case opcode::bit_xor: return "stablehlo.xor";
  case opcode::shift_left: return "stablehlo.shift_left";
  case opcode::shift_right:
    return operand == element_type::u8 ? "stablehlo.shift_right_logical"
                                       : "stablehlo.shift_right_arithmetic";
  case opcode::less:
  case opcode::less_equal:
  case opcode::greater:
  case opcode::greater_equal:
  case opcode::equal:
  case opcode::not_equal: return "stablehlo.compare";
  case opcode::select: return "stablehlo.select";
  }
  return "?";
}

/// The operation of a structural node. A map's is named by its opcode, an input has none.
inline std::string stablehlo_name(node_kind kind) {
  switch (kind) {
  case node_kind::input:
  case node_kind::map: break;
  case node_kind::constant:
  case node_kind::program_id: return "stablehlo.constant";
  case node_kind::iota: return "stablehlo.iota";
  case node_kind::convert: return "stablehlo.convert";
  case node_kind::reduce: return "stablehlo.reduce";
  case node_kind::broadcast: return "stablehlo.broadcast_in_dim";
  case node_kind::reshape: return "stablehlo.reshape";
  case node_kind::transpose: return "stablehlo.transpose";
  case node_kind::reverse: return "stablehlo.reverse";
  case node_kind::pad: return "stablehlo.pad";
  case node_kind::slice: return "stablehlo.slice";
  case node_kind::dot: return "stablehlo.dot_general";
  case node_kind::gather: return "stablehlo.gather";
  case node_kind::scatter: return "stablehlo.scatter";
  }
  return "?";
}

/// The primitive of an opcode; shifts keep the sign of signed integers.
inline std::string jaxpr_name(opcode op, element_type operand) {
  switch (op) {
  case opcode::none: break;
  case opcode::neg: return "neg";
  case opcode::abs: return "abs";
  case opcode::exp: return "exp";
  case opcode::expm1: return "expm1";
  case opcode::log: return "log";
  case opcode::log1p: return "log1p";
  case opcode::sqrt: return "sqrt";
  case opcode::rsqrt: return "rsqrt";
  case opcode::tanh: return "tanh";
  case opcode::erf: return "erf";
  case opcode::erfc: return "erfc";
  case opcode::logistic: return "logistic";
  case opcode::is_finite: return "is_finite";
  case opcode::logical_not: return "not";
  case opcode::add: return "add";
  case opcode::sub: return "sub";
  case opcode::mul: return "mul";
  case opcode::div: return "div";
  case opcode::max: return "max";
  case opcode::min: return "min";
  case opcode::pow: return "pow";
  case opcode::bit_and: return "and";
  case opcode::bit_or: return "or";
  case opcode::bit_xor: return "xor";
  case opcode::shift_left: return "shift_left";
  case opcode::shift_right:
    return operand == element_type::u8 ? "shift_right_logical" : "shift_right_arithmetic";
  case opcode::less: return "lt";
  case opcode::less_equal: return "le";
  case opcode::greater: return "gt";
  case opcode::greater_equal: return "ge";
  case opcode::equal: return "eq";
  case opcode::not_equal: return "ne";
  case opcode::select: return "select_n";
  }
  return "?";
}

/// The direction of stablehlo.compare; empty for every other opcode.
inline std::string comparison_direction(opcode op) {
  switch (op) {
  case opcode::less: return "LT";
  case opcode::less_equal: return "LE";
  case opcode::greater: return "GT";
  case opcode::greater_equal: return "GE";
  case opcode::equal: return "EQ";
  case opcode::not_equal: return "NE";
  default: return "";
  }
}

/// How MLIR writes an element type: f32, bf16, i32, ui8, i1.
inline std::string mlir_type(element_type type) {
  if (type == element_type::u8) return "ui8";
  return type == element_type::boolean ? "i1" : name(type);
}

/// How NumPy and JAX name an element type in full: float32, bfloat16, uint8.
inline std::string dtype_name(element_type type) {
  switch (type) {
  case element_type::f32: return "float32";
  case element_type::f16: return "float16";
  case element_type::bf16: return "bfloat16";
  case element_type::f64: return "float64";
  case element_type::u8: return "uint8";
  case element_type::i32: return "int32";
  case element_type::i64: return "int64";
  case element_type::boolean: return "bool";
  }
  return "?";
}

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_NAMES_HPP
