// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of the losses: one a row, and means. E0xx: the numbers of a catalogue of inputs that have
// broken kernels of this kind; those in 16-bit types are in edge_losses.hpp. Include an executor's
// header first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_LOSSES_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_LOSSES_HPP

#include <pallasbench/core/views.hpp>
#include <pallasbench/kernels/level1/cross_entropy.hpp>
#include <pallasbench/kernels/level1/huber_loss.hpp>
#include <pallasbench/kernels/level1/mse_loss.hpp>
#include <pallasbench/kernels/level1/one_hot.hpp>
#include <pallasbench/kernels/level2/fused_softmax_cross_entropy.hpp>
#include <pallasbench/ops/row_sum.hpp>

#include <limits>
#include <random>

#include "kernels/cases/row_extents.hpp"
#include "support/next_kernel.hpp"
#include "support/run_call.hpp"

namespace pb::test {

using per_row = kernels::fused_softmax_cross_entropy::body;
using cross_entropy = kernels::cross_entropy::body;
using mse = kernels::mse_loss::body;
using huber = kernels::huber_loss::body;

/// Column numbers, one in sixteen -100; where there are no columns, all -100.
inline std::vector<i32> labels(i64 count, i64 columns) {
  std::uniform_int_distribution<i64> const around(-columns / 16 - 1, columns - 1);
  auto numbers = random_values<i32>(count, 9, around);
  for (i32& label : numbers)
    if (label < 0) label = -100;
  return numbers;
}

/// One loss a row, and their mean over the rows that count.
template <class Tiling>
void check_cross_entropy(i64 columns, std::vector<float> const& logits,
                         std::vector<i32> const& label, std::vector<double> const& losses,
                         double mean) {
  extents const dims{static_cast<i64>(label.size()), columns};
  check_values<executor<Tiling>>(losses, f32_rounding, per_row{}, dims, logits, label);
  check_values<executor<Tiling>>({mean}, f32_rounding, cross_entropy{}, dims, logits, label);
}

/// The loss of one pair.
template <class Tiling, class Body>
void check_pair(Body const& body, float p, float t, double loss) {
  check_values<executor<Tiling>>({loss}, f32_rounding, body, {1}, std::vector<float>{p},
                                 std::vector<float>{t});
}

TEST_CASE_TEMPLATE("cross entropy: rows of every length", Tiling, clamped, whole_array) {
  for (extents const& e : row_extents) {
    auto const logits = normal(e.count(), 0, 3);
    auto const label = labels(e[0], e[1]);
    check_reference<executor<Tiling>>(f32_rounding, per_row{}, e, logits, label);
    check_reference<executor<Tiling>>(f32_rounding, cross_entropy{}, e, logits, label);
  }
}

TEST_CASE_TEMPLATE("cross entropy: more rows than blocks", Tiling, clamped, whole_array) {
  for (i64 const rows : {4095, 4096, 4097, 10007})
    check_reference<executor<Tiling>>(f32_rounding, cross_entropy{}, {rows, 10},
                                      normal(10 * rows, 0), labels(rows, 10));
}

TEST_CASE_TEMPLATE("cross entropy: a label of -100 does not count", Tiling, clamped, whole_array) {
  check_cross_entropy<Tiling>(2, {0, 0, 7, 9, 0, 0}, {0, -100, 1}, {0.69314718, 0, 0.69314718},
                              0.69314718);
  check_cross_entropy<Tiling>(2, {0, 1, nan, 3}, {-100, -100}, {0, 0}, nan);
  check_cross_entropy<Tiling>(2, {nan, nan, 0, 0}, {-100, 1}, {0, 0.69314718}, 0.69314718);
}

TEST_CASE_TEMPLATE("cross entropy: any other label out of range is NaN", Tiling, clamped,
                   whole_array) {
  i32 const least = std::numeric_limits<i32>::min();
  i32 const greatest = std::numeric_limits<i32>::max();
  for (i32 const stray : {-1, 2, -99, -101, least, greatest})
    check_cross_entropy<Tiling>(2, {0, 0, 0, 0}, {stray, 1}, {nan, 0.69314718}, nan);
}

TEST_CASE_TEMPLATE("E040 cross entropy, one_hot: a label outside the classes", Tiling, clamped,
                   whole_array) {
  std::vector<i32> const label{0, 255, 3, -1};
  check_cross_entropy<Tiling>(3, std::vector<float>(12, 0.0f), label, {1.09861229, nan, nan, nan},
                              nan);
  check_values<executor<Tiling>>({1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, exact,
                                 kernels::one_hot::body{}, {4, 3}, label);
}

TEST_CASE_TEMPLATE("E031 cross entropy: values that would overflow", Tiling, clamped, whole_array) {
  check_cross_entropy<Tiling>(3, {1000, 1001, 1002, 1000, 1001, 1002, 1000, 1001, 1002}, {0, 1, 2},
                              {2.40760596, 1.40760596, 0.407605964}, 1.40760596);
  check_cross_entropy<Tiling>(3, {-1000, -1001, -1002, -1000, -1001, -1002, -1000, -1001, -1002},
                              {0, 1, 2}, {0.407605964, 1.40760596, 2.40760596}, 1.40760596);
  check_cross_entropy<Tiling>(2, {1e8f, 1e8f, -1e8f, -1e8f}, {0, 1}, {0.69314718, 0.69314718},
                              0.69314718);
  check_cross_entropy<Tiling>(2, {3e38f, -3e38f}, {0}, {0}, 0);
}

TEST_CASE_TEMPLATE("E032 cross entropy: a large offset", Tiling, clamped, whole_array) {
  float const far = -1e7f, next = -9999999.0f;
  check_cross_entropy<Tiling>(3, {far, far, far, far, far, next, far, far, next, far, far, next},
                              {2, 0, 1, 2}, {1.09861229, 1.55144471, 1.55144471, 0.551444713},
                              1.18823661);
}

TEST_CASE_TEMPLATE("E034 cross entropy: underflow does not become inf", Tiling, clamped,
                   whole_array) {
  float const low = -40.1144638f, high = 94.6969070f;
  check_cross_entropy<Tiling>(2, {0, -200, 0, -200, low, high, low, high}, {0, 1, 0, 1},
                              {0, 200, 134.811371, 0}, 83.7028428);
  check_cross_entropy<Tiling>(2, {0, -infinity, 0, -infinity}, {0, 1}, {0, infinity}, infinity);
}

TEST_CASE_TEMPLATE("E041 cross entropy: a logit of -inf", Tiling, clamped, whole_array) {
  check_cross_entropy<Tiling>(2, {-infinity, 0, -infinity, 0}, {1, 0}, {0, infinity}, infinity);
}

TEST_CASE_TEMPLATE("E029 cross entropy: infinities and NaN spoil their own row only", Tiling,
                   clamped, whole_array) {
  check_cross_entropy<Tiling>(3, {-infinity, -infinity, -infinity, 0, -infinity, 0}, {0, 2},
                              {nan, 0.69314718}, nan);
  check_cross_entropy<Tiling>(2, {nan, 0, 0, 0}, {1, 1}, {nan, 0.69314718}, nan);
  check_cross_entropy<Tiling>(2, {infinity, 0}, {1}, {nan}, nan);
}

TEST_CASE_TEMPLATE("cross entropy: one column has nothing to lose", Tiling, clamped, whole_array) {
  check_cross_entropy<Tiling>(1, {-5, 1e30f, 0}, {0, 0, -100}, {0, 0, 0}, 0);
}

TEST_CASE_TEMPLATE("E043 cross entropy: nothing has no mean", Tiling, clamped, whole_array) {
  check_cross_entropy<Tiling>(10, {}, {}, {}, nan);
  check_next_kernel<Tiling>();
  check_cross_entropy<Tiling>(0, {}, {0, -100}, {nan, 0}, nan);
}

TEST_CASE_TEMPLATE("cross entropy: the last of 50257 columns", Tiling, clamped, whole_array) {
  check_cross_entropy<Tiling>(50257, std::vector<float>(50257, 1.5f), {50256}, {10.8249051},
                              10.8249051);
}

TEST_CASE_TEMPLATE("soft labels: rows of every length", Tiling, clamped, whole_array) {
  for (extents const& e : row_extents) {
    auto const p = random_values<float>(e.count(), 1, std::uniform_real_distribution<double>(0, 1));
    // A loss is of the order of the sum of p.
    tolerance const tol{1e-5 * static_cast<double>(max_of(e[1], 1)), 1e-5};
    check_reference<executor<Tiling>>(tol, ops::soft_label_cross_entropy{}, e, normal(e.count(), 0),
                                      p);
  }
}

TEST_CASE_TEMPLATE("soft labels: a probability of 0 adds nothing", Tiling, clamped, whole_array) {
  check_values<executor<Tiling>>({0, 0.69314718, 0.5 * 0.69314718}, f32_rounding,
                                 ops::soft_label_cross_entropy{}, {3, 2},
                                 std::vector<float>{0, -infinity, 3, 3, 0, 0},
                                 std::vector<float>{1, 0, 0.5f, 0.5f, 0.25f, 0.25f});
}

TEST_CASE_TEMPLATE("mse and huber: lengths around a block", Tiling, clamped, whole_array) {
  for (i64 const n : {0, 1, 3, 8, 255, 2047, 2048, 2049, 4096, 6144, 8191, 10241, 100003}) {
    auto const p = normal(n, 0), t = normal(n, 1);
    check_reference<executor<Tiling>>(f32_rounding, mse{}, {n}, p, t);
    check_reference<executor<Tiling>>(f32_rounding, huber{}, {n}, p, t);
  }
}

TEST_CASE_TEMPLATE("mse: more tiles than blocks", Tiling, clamped, whole_array) {
  i64 const n = 4096 * 2048 + 2049;
  check_values<executor<Tiling>>({4}, exact, mse{}, {n},
                                 std::vector<float>(static_cast<std::size_t>(n), 1.0f),
                                 std::vector<float>(static_cast<std::size_t>(n), 3.0f));
}

TEST_CASE_TEMPLATE("E043 mse, huber: the mean of nothing is NaN", Tiling, clamped, whole_array) {
  std::vector<float> const none;
  for (extents const& e : {extents{0}, {0, 10}}) {
    check_values<executor<Tiling>>({nan}, exact, mse{}, e, none, none);
    check_values<executor<Tiling>>({nan}, exact, huber{}, e, none, none);
    check_next_kernel<Tiling>();
  }
}

TEST_CASE_TEMPLATE("E046 mse: a long f32 mean", Tiling, clamped, whole_array) {
  std::vector<float> const ones(20000003, 1.0f), zeros(20000003, 0.0f);
  auto const mean = run_at<executor<Tiling>>(placement::aligned, mse{}, {20000003}, ones, zeros);
  check_elements(mean, {1}, {1e-6, 0});
}

TEST_CASE_TEMPLATE("huber: a parabola up to delta, a line beyond", Tiling, clamped, whole_array) {
  check_pair<Tiling>(huber{}, 0, 0, 0);
  check_pair<Tiling>(huber{}, 1, 0, 0.5);
  check_pair<Tiling>(huber{}, 0, 1, 0.5);
  check_pair<Tiling>(huber{}, 0.5f, 0, 0.125);
  check_pair<Tiling>(huber{}, -2, 1, 2.5);
  check_pair<Tiling>(huber{}, 1e30f, 0, 1e30);
  check_pair<Tiling>(huber{}, nan, 0, nan);
  check_pair<Tiling>(huber{}, -infinity, 0, infinity);
}

TEST_CASE_TEMPLATE("E048 huber: it is not smooth-L1", Tiling, clamped, whole_array) {
  std::vector<float> const p{0.5f, -1, 2, 3, -5}, t(5, 0.0f);
  ops::huber const of{.delta = 2};
  check_values<executor<Tiling>>({0.125, 0.5, 2, 4, 8}, exact, of, {5}, p, t);
  check_values<executor<Tiling>>({0.125, 0.5, 2, 4, 8}, exact, of, {5}, t, p);
  check_values<executor<Tiling>>({2.925}, {0, 1e-6}, huber{of}, {5}, p, t);
}

TEST_CASE_TEMPLATE("E047 huber: a delta of 0 or below is refused", Tiling, clamped, whole_array) {
  using memory = typename executor<Tiling>::memory;
  placed_array<memory, float> const p({-2, 0, 3}, 0, poison), t({0, 0, 0}, 0, poison);
  placed_array<memory, float> const loss(poisoned<float>(3), 0, around_output);
  for (double const delta : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    ops::huber const of{.delta = delta};
    CHECK_FALSE(executor<Tiling>::accepts(huber{of}, make_view(loss.data()), make_view(p.data(), 3),
                                          make_view(t.data(), 3)));
    CHECK_FALSE(executor<Tiling>::accepts(of, make_view(loss.data(), 3), make_view(p.data(), 3),
                                          make_view(t.data(), 3)));
  }
  CHECK(loss.is_unchanged());
  check_next_kernel<Tiling>();
  CHECK(executor<Tiling>::accepts(huber{}, make_view(loss.data()), make_view(p.data(), 3),
                                  make_view(t.data(), 3)));
  CHECK(is_right(loss.read()[0], 4.0 / 3, f32_rounding));
}

TEST_CASE_TEMPLATE("means: of an array, of row results, of a composition", Tiling, clamped,
                   whole_array) {
  std::vector<float> const x{1, -2, 3, -4, 5, -6};
  check_values<executor<Tiling>>({-0.5}, exact, ops::mean{}, {6}, x);
  check_values<executor<Tiling>>({-0.5}, exact, ops::mean{}, {2, 3}, x);
  check_values<executor<Tiling>>({-1.5}, exact, reductions::row_sum{} | ops::mean{}, {2, 3}, x);
  std::vector<float> const zeros(6, 0.0f);
  check_values<executor<Tiling>>({91.0 / 6}, f32_rounding, ops::squared_difference{} | ops::mean{},
                                 {2, 3}, x, zeros);
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_LOSSES_HPP
