// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of matmul and fused_matmul_bias; more are in edge_products.hpp. Include an executor's
// header first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_CONTRACT_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_CONTRACT_HPP

#include <pallasbench/kernels/level1/matmul.hpp>
#include <pallasbench/kernels/level2/fused_matmul_bias.hpp>

#include <cmath>

#include "support/run_call.hpp"

namespace pb::test {

// M, K, N: around a block of 128 x 128, around a step of 8 along k, and nothing.
inline constexpr extents product_dims[] = {
    {0, 5, 3},      {5, 0, 3},     {5, 3, 0},     {0, 0, 0},     {1, 1, 1},
    {1, 7, 5},      {127, 8, 127}, {128, 9, 128}, {129, 1, 129}, {128, 0, 129},
    {127, 65, 129}, {300, 16, 5},  {3, 17, 260},  {257, 33, 130}};

/// b is scaled so that the product is of order 1.
inline std::vector<float> right_matrix(extents const& dims) {
  return normal(dims[1] * dims[2], 1, 1 / std::sqrt(static_cast<double>(max_of(dims[1], 1))));
}

TEST_CASE_TEMPLATE("matmul: extents around a block", Tiling, clamped, whole_array) {
  for (extents const& d : product_dims)
    check_reference<executor<Tiling>>(f32_product, kernels::matmul::body{}, d,
                                      normal(d[0] * d[1], 0), right_matrix(d));
}

TEST_CASE_TEMPLATE("fused_matmul_bias: extents around a block", Tiling, clamped, whole_array) {
  for (extents const& d : product_dims)
    check_reference<executor<Tiling>>(f32_product, kernels::fused_matmul_bias::body{}, d,
                                      normal(d[0] * d[1], 0), right_matrix(d), normal(d[2], 2));
}

TEST_CASE_TEMPLATE("fused_matmul_bias: no terms leave the bias", Tiling, clamped, whole_array) {
  std::vector<float> const none;
  check_values<executor<Tiling>>({5, 6, 5, 6}, exact, kernels::fused_matmul_bias::body{}, {2, 0, 2},
                                 none, none, std::vector<float>{5, 6});
}

TEST_CASE_TEMPLATE("matmul: NaN spoils its own row and column only", Tiling, clamped, whole_array) {
  std::vector<float> a(130 * 9, 1.0f), b(9 * 131, 1.0f);
  a[129 * 9 + 4] = nan;
  b[8 * 131 + 127] = nan;
  std::vector<double> c(130 * 131, 9);
  for (std::size_t j = 0; j < 131; ++j)
    c[129 * 131 + j] = nan;
  for (std::size_t i = 0; i < 130; ++i)
    c[i * 131 + 127] = nan;
  check_values<executor<Tiling>>(c, exact, kernels::matmul::body{}, {130, 9, 131}, a, b);
}

TEST_CASE_TEMPLATE("fused_matmul_bias: the bias belongs to columns", Tiling, clamped, whole_array) {
  std::vector<float> const a{1, 2, 3, 4, 5, 6}, b{1, 0, 2, 0, 1, 1}, bias{100, 200, 300};
  check_values<executor<Tiling>>({101, 202, 304, 103, 204, 310, 105, 206, 316}, exact,
                                 kernels::fused_matmul_bias::body{}, {3, 2, 3}, a, b, bias);
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_CONTRACT_HPP
