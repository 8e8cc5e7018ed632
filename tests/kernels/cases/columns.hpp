// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of col_sum and batch_norm_1d. Include an executor's header first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_COLUMNS_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_COLUMNS_HPP

#include <pallasbench/compose/compose.hpp>
#include <pallasbench/kernels/level1/batch_norm_1d.hpp>
#include <pallasbench/kernels/level1/col_sum.hpp>
#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/relu.hpp>

#include "support/run_call.hpp"

namespace pb::test {

/// Both sides of a block's width and of its lanes, columns longer than a block, and nothing.
inline constexpr extents column_extents[] = {
    {0, 5},  {4, 0},     {0, 0},     {1, 1},    {2, 3},     {7, 1025},  {1000, 33}, {31, 31},
    {32, 32}, {33, 33},  {255, 37},  {1, 4097}, {2047, 2},  {2048, 33}, {2049, 31}, {100003, 3}};

/// x[r][c] = (r + c) % 4
inline std::vector<float> diagonals(extents const& e) {
  std::vector<float> x;
  for (i64 r = 0; r < e[0]; ++r)
    for (i64 c = 0; c < e[1]; ++c) x.push_back(static_cast<float>((r + c) % 4));
  return x;
}

template <class Tiling>
void check_diagonal_sums(extents const& e, std::vector<double> const& by_column) {
  std::vector<double> sums;
  for (i64 c = 0; c < e[1]; ++c) sums.push_back(by_column[static_cast<std::size_t>(c % 4)]);
  check_values<executor<Tiling>>(sums, exact, kernels::col_sum::body{}, e, diagonals(e));
}

/// One column, gamma 1 and beta 0.
template <class Tiling>
void check_channel(std::vector<float> const& x, tolerance tol, std::vector<double> const& y) {
  check_values<executor<Tiling>>(y, tol, kernels::batch_norm_1d::body{}, {x.size(), 1}, x,
                                 std::vector<float>{1}, std::vector<float>{0});
}

TEST_CASE_TEMPLATE("col_sum: columns of every length", Tiling, clamped, whole_array) {
  for (extents const& e : column_extents)
    check_reference<executor<Tiling>>(f32_rounding, kernels::col_sum::body{}, e,
                                      normal(e.count(), 0));
}

TEST_CASE_TEMPLATE("col_sum: every element counts once", Tiling, clamped, whole_array) {
  check_diagonal_sums<Tiling>({1000, 33}, {1500, 1500, 1500, 1500});
  check_diagonal_sums<Tiling>({1, 1}, {0, 0, 0, 0});
  check_diagonal_sums<Tiling>({7, 1025}, {9, 12, 11, 10});
  check_diagonal_sums<Tiling>({0, 5}, {0, 0, 0, 0});
  check_diagonal_sums<Tiling>({5, 0}, {0, 0, 0, 0});
}

TEST_CASE_TEMPLATE("col_sum: columns that cancel, and special values", Tiling, clamped,
                   whole_array) {
  check_values<executor<Tiling>>({1, nan, infinity, nan}, exact, kernels::col_sum::body{}, {3, 4},
                                 std::vector<float>{1e8f, nan, 1, infinity,  //
                                                    1, 1, infinity, -infinity, -1e8f, 1, 1, 1});
}

TEST_CASE_TEMPLATE("batch_norm_1d: columns of every length", Tiling, clamped, whole_array) {
  for (extents const& e : column_extents)
    check_reference<executor<Tiling>>(f32_rounding, kernels::batch_norm_1d::body{}, e,
                                      normal(e.count(), 0, 3), normal(e[1], 1), normal(e[1], 2));
}

TEST_CASE_TEMPLATE("batch_norm_1d: a batch of one gives beta", Tiling, clamped, whole_array) {
  check_values<executor<Tiling>>({0.5, -3}, exact, kernels::batch_norm_1d::body{}, {1, 2},
                                 std::vector<float>{1, 2}, std::vector<float>{7, -7},
                                 std::vector<float>{0.5f, -3});
}

TEST_CASE_TEMPLATE("batch_norm_1d: a mean much larger than the deviation", Tiling, clamped,
                   whole_array) {
  check_channel<Tiling>({5000, 5000.25f, 5000.5f, 5000.75f}, f32_rounding,
                        {-1.34155493, -0.447184977, 0.447184977, 1.34155493});
  check_channel<Tiling>({7, 7, 7, 7, 7}, exact, {0, 0, 0, 0, 0});
  std::vector<float> x;
  std::vector<double> y;
  for (int i = 0; i < 50000; ++i) {
    x.insert(x.end(), {40000, 39968});
    y.insert(y.end(), {0.99999998, -0.99999998});
  }
  check_channel<Tiling>(x, {1e-6, 0}, y);
}

TEST_CASE_TEMPLATE("batch_norm_1d: eps is inside the root", Tiling, clamped, whole_array) {
  // Variance 1e-6: 1e-3 / sqrt(1.1e-5).
  check_channel<Tiling>({1e-3f, -1e-3f}, f32_rounding, {0.301511345, -0.301511345});
}

TEST_CASE_TEMPLATE("batch_norm_1d: gamma and beta belong to columns", Tiling, clamped,
                   whole_array) {
  check_values<executor<Tiling>>({1 - 0.99999998, 10, -101 + 2e-6, 1 + 0.99999998, 10, 99 - 2e-6},
                                 f32_rounding, kernels::batch_norm_1d::body{}, {2, 3},
                                 std::vector<float>{0, 4, -8, 32, 4, 8},
                                 std::vector<float>{1, 10, 100}, std::vector<float>{1, 10, -1});
}

TEST_CASE_TEMPLATE("batch_norm_1d: NaN and infinity spoil their own column only", Tiling, clamped,
                   whole_array) {
  check_values<executor<Tiling>>({nan, nan, 2, nan, nan, 2}, exact, kernels::batch_norm_1d::body{},
                                 {2, 3}, std::vector<float>{nan, infinity, 3, 1, 1, 3},
                                 std::vector<float>{1, 1, 1}, std::vector<float>{2, 2, 2});
}

TEST_CASE_TEMPLATE("columns: maps before and behind are part of the kernel", Tiling, clamped,
                   whole_array) {
  extents const e{77, 35};
  auto const x = normal(e.count(), 0);
  auto const sum = ops::bias{} | reductions::col_sum{} | ops::relu{};
  auto const norm = ops::relu{} | ops::batch_norm_1d{} | ops::bias{};
  check_reference<executor<Tiling>>(f32_rounding, sum, e, x, normal(e[1], 1));
  check_reference<executor<Tiling>>(f32_rounding, norm, e, x, normal(e[1], 1), normal(e[1], 2),
                                    normal(e[1], 3));
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_COLUMNS_HPP
