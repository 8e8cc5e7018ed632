// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of col_sum and batch_norm_1d. E0xx: the numbers of a catalogue of inputs that have broken
// kernels of this kind. Include an executor's header first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_COLUMNS_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_COLUMNS_HPP

#include <pallasbench/compose/compose.hpp>
#include <pallasbench/kernels/level1/batch_norm_1d.hpp>
#include <pallasbench/kernels/level1/col_sum.hpp>
#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/relu.hpp>

#include "support/literals.hpp"
#include "support/next_kernel.hpp"
#include "support/run_call.hpp"

namespace pb::test {

/// Both sides of a block's width and of its lanes, columns longer than a block, and nothing.
inline constexpr extents column_extents[] = {
    {0, 5},  {4, 0},     {0, 0},     {1, 1},    {2, 3},     {7, 1025},  {1000, 33}, {31, 31},
    {32, 32}, {33, 33},  {255, 37},  {1, 4097}, {2047, 2},  {2048, 33}, {2049, 31}, {100003, 3},
    {512, 41}, {513, 7}, {300, 4300}, {2049, 132}, {513, 64}, {20011, 4}};

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

/// So many columns of elements of type T, gamma 1 and beta 0; y is rounded to T.
template <class Executor, class T = float>
void check_channels(std::size_t columns, std::vector<double> const& x, tolerance tol,
                    std::vector<double> const& y) {
  check_values<Executor>(rounded<T>(y), tol, kernels::batch_norm_1d::body{},
                         {x.size() / columns, columns}, as<T>(x), std::vector<T>(columns, T(1)),
                         std::vector<T>(columns, T(0)));
}

/// 100000 rows of one column, 40000 and 39968 by turns.
template <class Executor, class T>
void check_alternating(tolerance tol) {
  std::vector<double> x, y;
  for (int i = 0; i < 50000; ++i) {
    x.insert(x.end(), {40000, 39968});
    y.insert(y.end(), {0.99999998, -0.99999998});
  }
  check_channels<Executor, T>(1, x, tol, y);
}

TEST_CASE_TEMPLATE("col_sum: columns of every length", Tiling, clamped, whole_array) {
  for (extents const& e : column_extents)
    check_reference<executor<Tiling>>(f32_rounding, kernels::col_sum::body{}, e,
                                      normal(e.count(), 0));
}

TEST_CASE_TEMPLATE("E028 col_sum: columns beyond the block", Tiling, clamped, whole_array) {
  check_diagonal_sums<Tiling>({1000, 33}, {1500, 1500, 1500, 1500});
  check_diagonal_sums<Tiling>({1, 1}, {0, 0, 0, 0});
  check_diagonal_sums<Tiling>({7, 1025}, {9, 12, 11, 10});
  check_diagonal_sums<Tiling>({0, 5}, {0, 0, 0, 0});
  check_diagonal_sums<Tiling>({5, 0}, {0, 0, 0, 0});
}

TEST_CASE_TEMPLATE("E028 batch_norm_1d: columns beyond the block", Tiling, clamped, whole_array) {
  for (extents const& e : {extents{1000, 33}, {1, 1}, {7, 1025}}) {
    std::vector<float> const gamma(static_cast<std::size_t>(e[1]), 1.0f);
    std::vector<float> const beta(static_cast<std::size_t>(e[1]), 0.0f);
    check_reference<executor<Tiling>>(f32_rounding, kernels::batch_norm_1d::body{}, e, diagonals(e),
                                      gamma, beta);
  }
  // Each column is 0, 1, 2, 3 and so on from some number: (x - 1.5) / sqrt(1.25001).
  std::vector<double> const by_value{-1.34163542, -0.447211807, 0.447211807, 1.34163542};
  std::vector<double> x, y;
  for (float const element : diagonals({1000, 33})) {
    x.push_back(element);
    y.push_back(by_value[static_cast<std::size_t>(element)]);
  }
  check_channels<executor<Tiling>>(33, x, f32_rounding, y);
}

TEST_CASE_TEMPLATE("E027 col_sum: the sum of nothing is 0", Tiling, clamped, whole_array) {
  check_values<executor<Tiling>>({0, 0, 0}, exact, kernels::col_sum::body{}, {0, 3},
                                 std::vector<float>{});
  check_next_kernel<Tiling>();
}

TEST_CASE_TEMPLATE("col_sum: columns that cancel, and special values", Tiling, clamped,
                   whole_array) {
  check_values<executor<Tiling>>({1, nan, infinity, nan}, exact, kernels::col_sum::body{}, {3, 4},
                                 std::vector<float>{1e8f, nan, 1, infinity,  //
                                                    1, 1, infinity, -infinity, -1e8f, 1, 1, 1});
}

TEST_CASE_TEMPLATE("col_sum, batch_norm_1d: many rows of 16 bits", T, f16, bf16) {
  for (extents const& e : {extents{3000, 70}, {3000, 72}, {1000, 9}, {1000, 8}, {200, 33}}) {
    check_reference<executor<clamped>>({1e-5, rounding_of<T>.rtol}, kernels::batch_norm_1d::body{}, e,
                                       normal_of<T>(e.count(), 0, 3), normal_of<T>(e[1], 1),
                                       normal_of<T>(e[1], 2));
    // 1 and -1 by turns, and at the end one more: every partial sum is a small integer.
    std::vector<double> x;
    for (i64 i = 0; i < e.count(); ++i)
      x.push_back(i / e[1] == e[0] - 1 ? 5 : i / e[1] % 2 == 0 ? 1 : -1);
    check_values<executor<clamped>>(std::vector<double>(static_cast<std::size_t>(e[1]), 6), exact,
                                    kernels::col_sum::body{}, e, as<T>(x));
  }
}

TEST_CASE("col_sum: bf16 whose sums are beyond f32 on the way") {
  extents const e{2048, 3};
  std::vector<double> x;
  for (i64 i = 0; i < e.count(); ++i) x.push_back(i / e[1] / 64 % 2 == 0 ? 3e38 : -3e38);
  check_values<executor<clamped>>({0, 0, 0}, exact, kernels::col_sum::body{}, e, as<bf16>(x));
}

TEST_CASE_TEMPLATE("batch_norm_1d: columns of every length", Tiling, clamped, whole_array) {
  for (extents const& e : column_extents)
    check_reference<executor<Tiling>>(f32_rounding, kernels::batch_norm_1d::body{}, e,
                                      normal(e.count(), 0, 3), normal(e[1], 1), normal(e[1], 2));
}

TEST_CASE_TEMPLATE("E019 batch_norm_1d: a batch of one gives beta", Tiling, clamped, whole_array) {
  check_values<executor<Tiling>>({0.5, -0.5}, exact, kernels::batch_norm_1d::body{}, {1, 2},
                                 std::vector<float>{1, 2}, std::vector<float>{3, 4},
                                 std::vector<float>{0.5f, -0.5f});
}

TEST_CASE_TEMPLATE("E020 batch_norm_1d: large mean, small spread", Tiling, clamped, whole_array) {
  check_channels<executor<Tiling>>(
      2, {5000, -7, 5000.25, -7, 5000.5, -7, 5000.75, -7}, f32_rounding,
      {-1.34155493, 0, -0.447184977, 0, 0.447184977, 0, 1.34155493, 0});
}

TEST_CASE("E020 batch_norm_1d: a bf16 column") {
  check_channels<executor<clamped>, bf16>(1, {5, 5.03125, 5.0625, 5.09375}, exact,
                                          {-1.33617896, -0.445392987, 0.445392987, 1.33617896});
}

TEST_CASE_TEMPLATE("E021 batch_norm_1d: statistics over many rows", Tiling, clamped, whole_array) {
  check_alternating<executor<Tiling>, float>({1e-6, 0});
}

TEST_CASE("E021 batch_norm_1d: statistics over many rows of f16") {
  check_alternating<executor<clamped>, f16>(exact);
}

TEST_CASE_TEMPLATE("batch_norm_1d: eps is inside the root", Tiling, clamped, whole_array) {
  // Variance 1e-6: 1e-3 / sqrt(1.1e-5).
  check_channels<executor<Tiling>>(1, {1e-3, -1e-3}, f32_rounding, {0.301511345, -0.301511345});
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

/// A softmax down each column: three reductions, each with the results of the one before.
struct column_softmax {
  using signature = columns_of<operand::tile>;
  template <class Column>
  PB_FN auto operator()(Column const& x) const {
    auto const e = exp(x - col_max(x));
    return e * (col_size(x) / col_sum(e)) - col_mean(x);
  }
};

TEST_CASE_TEMPLATE("columns: a body with several reductions of long columns", Tiling, clamped,
                   whole_array) {
  for (extents const& e : {extents{3000, 70}, {20011, 3}, {70001, 33}, {5000, 400}})
    check_reference<executor<Tiling>>(f32_rounding, column_softmax{}, e, normal(e.count(), 0));
}

TEST_CASE("columns: long columns of f16") {
  extents const e{9001, 67};
  auto const halves = [](std::vector<float> const& values) {
    return as<f16>(std::vector<double>(values.begin(), values.end()));
  };
  check_reference<executor<clamped>>({1e-3, 1e-3}, kernels::batch_norm_1d::body{}, e,
                                     halves(normal(e.count(), 0)), halves(normal(e[1], 1)),
                                     halves(normal(e[1], 2)));
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_COLUMNS_HPP
