// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of the fused kernels: products with what surrounds them, gelu of a sum, row norms, and
// cross entropy of wide and of many odd rows. E0xx: the numbers of a catalogue of inputs that have
// broken kernels of this kind; those of dropout are in dropout.hpp. Include an executor's header
// first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_EDGE_FUSED_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_EDGE_FUSED_HPP

#include <pallasbench/kernels/level1/cross_entropy.hpp>
#include <pallasbench/kernels/level1/softmax.hpp>
#include <pallasbench/kernels/level2/fused_bias_gelu_dropout.hpp>
#include <pallasbench/kernels/level2/fused_gelu_bias.hpp>
#include <pallasbench/kernels/level2/fused_layer_norm_relu.hpp>
#include <pallasbench/kernels/level2/fused_matmul_bias.hpp>
#include <pallasbench/kernels/level2/fused_matmul_relu.hpp>
#include <pallasbench/kernels/level2/fused_relu_matmul.hpp>
#include <pallasbench/kernels/level2/fused_residual_norm.hpp>
#include <pallasbench/kernels/level2/fused_softmax_cross_entropy.hpp>

#include "support/literals.hpp"
#include "support/run_call.hpp"

namespace pb::test {

TEST_CASE_TEMPLATE("E055 fused_relu_matmul: NaN in the operand that is rectified", T, float, f16,
                   bf16) {
  check_values<executor<clamped>>({nan, nan, 0, 2}, exact, kernels::fused_relu_matmul::body{},
                                  {2, 2, 2}, as<T>({nan, 1, -1, 2}), as<T>({1, 0, 0, 1}));
}

TEST_CASE_TEMPLATE("E056 gelu of a sum: it is not rounded before", Tiling, clamped, whole_array) {
  // gelu(1.00390625) is 0.84542416 in the tanh form, 0.845578286 in the other; gelu(1) would give
  // 0.83984375. A row of one, and one in 16-byte accesses.
  auto const check = [](auto const& body) {
    for (i64 const columns : {1, 16}) {
      std::vector<bf16> const x(static_cast<std::size_t>(columns), bf16(1));
      std::vector<bf16> const b(x.size(), bf16(0.00390625));
      check_values<executor<Tiling>>(std::vector<double>(x.size(), 0.84375), exact, body,
                                     {1, columns}, x, b);
    }
  };
  check(kernels::fused_gelu_bias::body{});
  check(ops::bias{} | ops::gelu_erf{});
  check(ops::bias{} | ops::gelu{} | ops::dropout{.p = 0});
}

TEST_CASE_TEMPLATE("E057 fused_layer_norm_relu: relu hides no NaN of the norm", Tiling, clamped,
                   whole_array) {
  auto x = as<float>({0.570557, -0.125854, 1.650391, 0.263306, 0.776367, 0.317139, 0.329712,
                      0.077881, 0.21814, 0.432983, 0.160522, 0.41333, 0.793335, 1.06665, 0.776245,
                      1.36499});
  for (float& element : x) element += 1449;
  std::vector<double> const y{0.00580958, 0, 2.32859, 0, 0.448519, 0,       0,        0,
                              0,          0, 0,       0, 0.485018, 1.07293, 0.448257, 1.71468};
  check_values<executor<Tiling>>(y, {1e-3, 0}, kernels::fused_layer_norm_relu::body{}, {1, 16}, x,
                                 std::vector<float>(16, 1.0f), std::vector<float>(16, 0.0f));
}

TEST_CASE_TEMPLATE("E058 fused_matmul_bias and fused_gelu_bias: bias along the columns", Tiling,
                   clamped, whole_array) {
  std::vector<float> const a{1, 2, 3, 4, 5, 6}, b{1, 0, 2, 0, 1, 1}, bias{100, 200, 300};
  std::vector<double> const sums{101, 202, 304, 103, 204, 310, 105, 206, 316};
  check_values<executor<Tiling>>(sums, exact, kernels::fused_matmul_bias::body{}, {3, 2, 3}, a, b,
                                 bias);
  // gelu leaves numbers as large as these.
  std::vector<float> const product{1, 2, 4, 3, 4, 10, 5, 6, 16};
  check_values<executor<Tiling>>(sums, f32_rounding, kernels::fused_gelu_bias::body{}, {3, 3},
                                 product, bias);
}

TEST_CASE_TEMPLATE("E059 fused_matmul_relu and fused_matmul_bias: conversion behind the product", T,
                   float, f16, bf16) {
  auto const a = as<T>({1.5, 2.25, -1, 0.5}), b = as<T>({1, -2, 2, 1});
  check_values<executor<clamped>>({6, 0, 0, 2.5}, exact, kernels::fused_matmul_relu::body{},
                                  {2, 2, 2}, a, b);
  check_values<executor<clamped>>({6, -0.75, 0, 2.5}, exact, kernels::fused_matmul_bias::body{},
                                  {2, 2, 2}, a, b, as<T>({0, 0}));
}

/// Checks that every element is this one.
template <class T>
void check_all(std::vector<T> const& out, double element) {
  auto const differs = [=](T x) { return static_cast<double>(x) != element; };
  auto const at = std::find_if(out.begin(), out.end(), differs);
  CHECK(!out.empty());
  if (at != out.end())
    FAIL_CHECK("element " << at - out.begin() << " is " << static_cast<double>(*at));
}

TEST_CASE("E060 cross entropy and softmax: an odd vocabulary in f16") {
  extents const dims{4005, 8193};
  std::vector<f16> const logits(static_cast<std::size_t>(dims.count()), f16(0));
  std::vector<i32> labels;
  for (i32 row = 0; row < 4005; ++row) labels.push_back(row % 8193);
  auto const run = [&](auto const& body, auto const&... in) {
    return run_at<executor<clamped>>(placement::aligned, body, dims, in...);
  };
  // log(8193), and 1 / 8193, rounded to f16
  check_all(run(kernels::fused_softmax_cross_entropy::body{}, logits, labels), 9.0078125);
  check_all(run(kernels::cross_entropy::body{}, logits, labels), 9.0078125);
  check_all(run(kernels::softmax::body{}, logits), 0x1p-13);
}

/// One row of zeros, and one of zeros that ends in a logit of 5; the label is the last column.
template <class Tiling>
void check_last_column(std::size_t columns, double of_zeros, double of_five) {
  CAPTURE(columns);
  extents const dims{2, columns};
  std::vector<float> logits(2 * columns, 0.0f);
  logits.back() = 5;
  std::vector<i32> const labels(2, static_cast<i32>(columns - 1));
  auto const check = [&](std::vector<double> const& loss, auto const& body) {
    check_values<executor<Tiling>>(loss, rounding_of<float>, body, dims, logits, labels);
  };
  check({of_zeros, of_five}, kernels::fused_softmax_cross_entropy::body{});
  check({(of_zeros + of_five) / 2}, kernels::cross_entropy::body{});
}

TEST_CASE_TEMPLATE("E061 cross entropy: a label in the last column, a ragged last tile", Tiling,
                   clamped, whole_array) {
  check_last_column<Tiling>(50257, 10.8249051, 5.82783401);
  check_last_column<Tiling>(1025, 6.93244789, 2.06681943);
}

/// fused_residual_norm of one row of bf16.
template <class Tiling>
void check_residual_norm(std::vector<double> const& y, tolerance tol, std::vector<double> const& x,
                         std::vector<double> const& r, std::vector<double> const& gamma,
                         std::vector<double> const& beta) {
  check_values<executor<Tiling>>(y, tol, kernels::fused_residual_norm::body{}, {1, x.size()},
                                 as<bf16>(x), as<bf16>(r), as<bf16>(gamma), as<bf16>(beta));
}

TEST_CASE_TEMPLATE("E062 fused_residual_norm: the sum is not rounded before the statistics", Tiling,
                   clamped, whole_array) {
  check_residual_norm<Tiling>({0.999980001, -0.999980001, 0.999980001, -0.999980001},
                              rounding_of<bf16>, {256, 256, 256, 256}, {1, 0, 1, 0}, {1, 1, 1, 1},
                              {0, 0, 0, 0});
}

TEST_CASE_TEMPLATE("E063 fused_residual_norm: sums are stored to nearest, ties to even", Tiling,
                   clamped, whole_array) {
  // The kernel stores no sum of x and r but that of the scaled row and beta; these are its addends.
  // Of numbers this large eps is nothing, and the normalised row is 1, -1, 1, 1, -1, -1.
  double const large = 1 << 20;
  std::vector<double> const row{large, -large, large, large, -large, -large};
  std::vector<double> const zeros(6, 0), sums{1.0078125, -1.0078125, 256, 260, -256, -260};
  std::vector<double> const addends{0.005859375, -0.005859375, 1, 1, -1, -1};
  check_residual_norm<Tiling>(sums, exact, row, zeros, {1, 1, 256, 258, 256, 258}, addends);
  // The sum itself, stored by the operation that the kernel begins with.
  check_values<executor<Tiling>>(sums, exact, ops::vector_add{}, {6},
                                 as<bf16>({1, -1, 256, 258, -256, -258}), as<bf16>(addends));
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_EDGE_FUSED_HPP
