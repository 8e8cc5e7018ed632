// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Constants as text: decimals that read back, bit patterns where decimals cannot say the value.
#include <pallasbench/trace/literal.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <limits>
#include <string>

namespace {

using pb::element_type;
using pb::opcode;
using pb::trace::jaxpr_literal;
using pb::trace::mlir_identity;
using pb::trace::mlir_literal;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("literal: finite numbers are short and keep a decimal point") {
  CHECK(mlir_literal(0, element_type::f32) == "0.0");
  CHECK(mlir_literal(-0.0, element_type::f32) == "-0.0");
  CHECK(mlir_literal(1e-5, element_type::f32) == "1.0e-05");
  CHECK(mlir_literal(0.044715, element_type::f32) == "0.044715");
  CHECK(mlir_literal(1e20, element_type::f64) == "1.0e+20");
  CHECK(jaxpr_literal(2.5, element_type::bf16) == "2.5");
}

TEST_CASE("literal: decimals read back as the same value") {
  for (double const v : {0.1, 1.0 / 3, 3.4028234e38, 1.4e-45, -7.7e-12, 16777217.0}) {
    auto const single = mlir_literal(v, element_type::f32);
    CHECK(std::strtof(single.c_str(), nullptr) == static_cast<float>(v));
    CHECK(std::stod(mlir_literal(v, element_type::f64)) == v);
  }
}

TEST_CASE("literal: integers and booleans") {
  CHECK(mlir_literal(-3, element_type::i32) == "-3");
  CHECK(mlir_literal(4294967295.0, element_type::i64) == "4294967295");
  CHECK(mlir_literal(255, element_type::u8) == "255");
  CHECK(mlir_literal(1, element_type::boolean) == "true");
  CHECK(jaxpr_literal(0, element_type::boolean) == "False");
}

TEST_CASE("literal: infinities and NaN") {
  CHECK(mlir_literal(infinity, element_type::f32) == "0x7F800000");
  CHECK(mlir_literal(-infinity, element_type::f32) == "0xFF800000");
  CHECK(mlir_literal(nan, element_type::f32) == "0x7FC00000");
  CHECK(mlir_literal(infinity, element_type::f16) == "0x7C00");
  CHECK(mlir_literal(nan, element_type::f16) == "0x7E00");
  CHECK(mlir_literal(-infinity, element_type::bf16) == "0xFF80");
  CHECK(mlir_literal(nan, element_type::bf16) == "0x7FC0");
  CHECK(mlir_literal(-infinity, element_type::f64) == "0xFFF0000000000000");
  CHECK(mlir_literal(nan, element_type::f64) == "0x7FF8000000000000");
  CHECK(jaxpr_literal(-infinity, element_type::f32) == "-inf");
  CHECK(jaxpr_literal(nan, element_type::f32) == "nan");
}

TEST_CASE("literal: an f64 constant beyond f32 is an infinity in f32") {
  CHECK(mlir_literal(1e300, element_type::f32) == "0x7F800000");
  CHECK(jaxpr_literal(-1e300, element_type::f32) == "-inf");
}

TEST_CASE("literal: identities") {
  CHECK(mlir_identity(opcode::add, element_type::f32) == "0.0");
  CHECK(mlir_identity(opcode::max, element_type::bf16) == "0xFF80");
  CHECK(mlir_identity(opcode::max, element_type::i64) == "-9223372036854775808");
  CHECK(mlir_identity(opcode::min, element_type::boolean) == "true");
}

}  // namespace
