// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// to_stablehlo on hand-built graphs: exact text for a small one, properties for the rest. Whether
// the text means what it should is for XLA to say: tests/judge.
#include <pallasbench/trace/stablehlo.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <set>
#include <sstream>

#include "sample_graphs.hpp"

namespace {

using pb::element_type;
using pb::opcode;
using pb::trace::graph;
using pb::trace::shape_t;
using pb::trace::to_stablehlo;
namespace samples = pb::trace::samples;
using samples::builder;

bool contains(std::string const& text, std::string const& part) {
  return text.find(part) != std::string::npos;
}

/// Every %name is defined before it is used, and once; the arguments are those of the signature.
void check_single_assignment(std::string const& text) {
  std::set<std::string> defined;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    auto const equals = line.find(" = ");
    bool const declares = contains(line, "func.func") || contains(line, "^bb0(");
    for (auto at = line.find('%'); at != std::string::npos; at = line.find('%', at + 1)) {
      auto const name = line.substr(at, line.find_first_of(" ,:)", at) - at);
      bool const defines = declares || (at < equals && equals != std::string::npos);
      CAPTURE(line);
      CHECK(defined.contains(name) != defines);
      defined.insert(name);
    }
  }
}

TEST_CASE("stablehlo: relu, letter for letter") {
  CHECK(to_stablehlo(samples::relu(4096)) ==
        R"(module @relu {
  func.func public @main(%arg0: tensor<4096xf32>) -> tensor<4096xf32> {
    %constant_1 = stablehlo.constant dense<0.0> : tensor<f32>
    %maximum_2_operand1 = stablehlo.broadcast_in_dim %constant_1, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %maximum_2 = stablehlo.maximum %arg0, %maximum_2_operand1 : tensor<4096xf32>
    return %maximum_2 : tensor<4096xf32>
  }
}
)");
}

TEST_CASE("stablehlo: values are defined once, before use") {
  check_single_assignment(to_stablehlo(samples::relu(7)));
  check_single_assignment(to_stablehlo(samples::softmax(3, 5)));
  check_single_assignment(to_stablehlo(samples::gather(10, 4, 16)));
  check_single_assignment(to_stablehlo(samples::dimer_count(40, 64)));
}

TEST_CASE("stablehlo: no sample holds a custom call or an unnamed operation") {
  for (auto const& text :
       {to_stablehlo(samples::softmax(3, 5)), to_stablehlo(samples::gather(10, 4, 16)),
        to_stablehlo(samples::dimer_count(40, 64))}) {
    CHECK_FALSE(contains(text, "custom_call"));
    CHECK_FALSE(contains(text, "?"));
  }
}

TEST_CASE("stablehlo: reductions start from their identity") {
  auto const reduced = [](opcode op, element_type type) {
    builder b("reduced");
    return to_stablehlo(b.result(b.reduce(op, b.input(type, {2, 3}), {1}, {2})));
  };
  CHECK(contains(reduced(opcode::add, element_type::f32),
                 "stablehlo.reduce(%arg0 init: %reduce_1_initial) applies stablehlo.add across "
                 "dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>"));
  CHECK(contains(reduced(opcode::add, element_type::f32), "dense<0.0> : tensor<f32>"));
  CHECK(contains(reduced(opcode::max, element_type::f32), "dense<0xFF800000> : tensor<f32>"));
  CHECK(contains(reduced(opcode::min, element_type::f16), "dense<0x7C00> : tensor<f16>"));
  CHECK(contains(reduced(opcode::max, element_type::i32), "dense<-2147483648> : tensor<i32>"));
  CHECK(contains(reduced(opcode::min, element_type::i64), "dense<9223372036854775807>"));
  CHECK(contains(reduced(opcode::min, element_type::u8), "dense<255> : tensor<ui8>"));
}

TEST_CASE("stablehlo: comparisons follow the operands' type") {
  auto const compared = [](element_type type) {
    builder b("compared");
    int const x = b.input(type, {3});
    return to_stablehlo(b.result(b.map(opcode::less_equal, {x, b.input(type, {3})})));
  };
  CHECK(contains(compared(element_type::bf16),
                 "stablehlo.compare LE, %arg0, %arg1, FLOAT : (tensor<3xbf16>, tensor<3xbf16>) -> "
                 "tensor<3xi1>"));
  CHECK(contains(compared(element_type::i64), "SIGNED : (tensor<3xi64>"));
  CHECK(contains(compared(element_type::u8), "UNSIGNED : (tensor<3xui8>"));
}

TEST_CASE("stablehlo: shifts keep the sign of signed integers only") {
  auto const shifted = [](element_type type) {
    builder b("shifted");
    int const x = b.input(type, {3});
    return to_stablehlo(b.result(b.map(opcode::shift_right, {x, b.constant(1, type)})));
  };
  CHECK(contains(shifted(element_type::i32), "stablehlo.shift_right_arithmetic"));
  CHECK(contains(shifted(element_type::u8), "stablehlo.shift_right_logical"));
}

TEST_CASE("stablehlo: a 16-bit product accumulates in the result's type") {
  builder b("product");
  int const left = b.input(element_type::f16, {2, 3, 4});
  int const right = b.input(element_type::f16, {2, 4, 5});
  auto const text = to_stablehlo(b.result(b.dot(left, right, {2, 3, 5})));
  CHECK(contains(text, "batching_dims = [0] x [0], contracting_dims = [2] x [1]"));
  CHECK(contains(text, "(tensor<2x3x4xf16>, tensor<2x4x5xf16>) -> tensor<2x3x5xf32>"));
}

TEST_CASE("stablehlo: structural operations") {
  builder b("structural");
  int const x = b.input(element_type::f32, {4, 8});
  int const part = b.slice(x, {1, 2}, {3, 7}, {2, 5});
  int const turned = b.transpose(b.reverse(part, {1}), {1, 0}, {5, 2});
  int const padded = b.pad(turned, 0, {1, 0}, {2, 0}, {8, 2});
  auto const text = to_stablehlo(b.result(b.reshape(padded, {16})));
  CHECK(contains(text, "stablehlo.slice %arg0 [1:3, 2:7] : (tensor<4x8xf32>) -> tensor<2x5xf32>"));
  CHECK(contains(text, "stablehlo.reverse %slice_1, dims = [1] : tensor<2x5xf32>"));
  CHECK(contains(text, "stablehlo.transpose %reverse_2, dims = [1, 0]"));
  CHECK(contains(text, "low = [1, 0], high = [2, 0], interior = [0, 0]"));
  CHECK(contains(text, "stablehlo.reshape %pad_4 : (tensor<8x2xf32>) -> tensor<16xf32>"));
}

TEST_CASE("stablehlo: gather and scatter") {
  auto const rows = to_stablehlo(samples::gather(10, 4, 16));
  CHECK(contains(rows, "offset_dims = [1], collapsed_slice_dims = [0]"));
  CHECK(contains(rows, "slice_sizes = array<i64: 1, 4>"));
  auto const counts = to_stablehlo(samples::dimer_count(40, 64));
  CHECK(contains(counts, "offset_dims = [], collapsed_slice_dims = [0]"));
  CHECK(contains(counts, "%new = stablehlo.add %old, %update : tensor<i32>"));
}

TEST_CASE("stablehlo: the program is a grid of one, so program_id is 0") {
  builder b("place");
  CHECK(contains(to_stablehlo(b.result(b.program_id(1))),
                 "%constant_0 = stablehlo.constant dense<0> : tensor<i32>"));
}

TEST_CASE("stablehlo: a changed constant changes the text") {
  CHECK(contains(to_stablehlo(samples::relu(8, 0.25)), "dense<0.25> : tensor<f32>"));
  CHECK(to_stablehlo(samples::relu(8, 0.25)) != to_stablehlo(samples::relu(8)));
}

}  // namespace
