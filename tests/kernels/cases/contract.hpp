// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of matmul and fused_matmul_bias. Include an executor's header first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_CONTRACT_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_CONTRACT_HPP

#include <pallasbench/kernels/level1/matmul.hpp>
#include <pallasbench/kernels/level2/fused_matmul_bias.hpp>

#include <numeric>

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

struct small_integers {
  std::vector<float> a, b;
  std::vector<double> c;
};

/// a[i, k] = (i + 2k) mod 3 - 1, b[k, j] = (3k + j) mod 5 - 2, and their product: exact in f32.
inline small_integers integer_product(int m, int n, int k) {
  auto const a = [](int i, int l) { return (i + 2 * l) % 3 - 1; };
  auto const b = [](int l, int j) { return (3 * l + j) % 5 - 2; };
  small_integers result;
  for (int i = 0; i < m; ++i)
    for (int l = 0; l < k; ++l)
      result.a.push_back(static_cast<float>(a(i, l)));
  for (int l = 0; l < k; ++l)
    for (int j = 0; j < n; ++j)
      result.b.push_back(static_cast<float>(b(l, j)));
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      int sum = 0;
      for (int l = 0; l < k; ++l)
        sum += a(i, l) * b(l, j);
      result.c.push_back(sum);
    }
  }
  return result;
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

TEST_CASE_TEMPLATE("matmul: integers are exact", Tiling, clamped, whole_array) {
  for (extents const& d : {extents(1, 1, 1), extents(1, 33, 5), extents(17, 65, 33),
                           extents(129, 31, 65), extents(64, 63, 64)}) {
    auto const p = integer_product(int(d[0]), int(d[2]), int(d[1]));
    check_values<executor<Tiling>>(p.c, exact, kernels::matmul::body{}, d, p.a, p.b);
  }
  auto const p = integer_product(17, 33, 65);
  auto const c =
      run_at<executor<Tiling>>(placement::aligned, kernels::matmul::body{}, {17, 65, 33}, p.a, p.b);
  CHECK(c.front() == 1);
  CHECK(c.back() == 1);
  CHECK(std::accumulate(c.begin(), c.end(), 0.0) == 4);
}

TEST_CASE_TEMPLATE("matmul: no terms give zeros", Tiling, clamped, whole_array) {
  std::vector<float> const none;
  check_values<executor<Tiling>>(std::vector<double>(6, 0), exact, kernels::matmul::body{},
                                 {2, 0, 3}, none, none);
  check_values<executor<Tiling>>({5, 6, 5, 6}, exact, kernels::fused_matmul_bias::body{}, {2, 0, 2},
                                 none, none, std::vector<float>{5, 6});
}

TEST_CASE_TEMPLATE("matmul: a zero does not hide an infinity or NaN", Tiling, clamped,
                   whole_array) {
  std::vector<float> const a{0, 1, 1, 1}, b{infinity, nan, 2, 3};
  check_values<executor<Tiling>>({nan, nan, infinity, nan}, exact, kernels::matmul::body{},
                                 {2, 2, 2}, a, b);
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
