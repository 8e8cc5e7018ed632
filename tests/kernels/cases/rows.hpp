// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of softmax, log_softmax and row_sum. E0xx: the numbers of a catalogue of inputs that have
// broken kernels of this kind. Include an executor's header first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_ROWS_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_ROWS_HPP

#include <pallasbench/kernels/level1/log_softmax.hpp>
#include <pallasbench/kernels/level1/row_sum.hpp>
#include <pallasbench/kernels/level1/softmax.hpp>

#include "kernels/cases/row_extents.hpp"
#include "support/literals.hpp"
#include "support/next_kernel.hpp"
#include "support/run_call.hpp"

namespace pb::test {

/// softmax of one row per list, against literals.
template <class Tiling>
void check_softmax(std::vector<float> const& x, i64 columns, std::vector<double> const& y) {
  check_values<executor<Tiling>>(y, f32_rounding, kernels::softmax::body{},
                                 {static_cast<i64>(x.size()) / columns, columns}, x);
}

/// The same of log_softmax, relatively: a result near 0 must be right as well.
template <class Tiling>
void check_log_softmax(std::vector<float> const& x, i64 columns, std::vector<double> const& y) {
  check_values<executor<Tiling>>(y, {0, 1e-5}, kernels::log_softmax::body{},
                                 {static_cast<i64>(x.size()) / columns, columns}, x);
}

template <class Tiling>
void check_row_sum(std::vector<float> const& x, i64 columns, std::vector<double> const& y) {
  check_values<executor<Tiling>>(y, exact, kernels::row_sum::body{},
                                 {static_cast<i64>(x.size()) / columns, columns}, x);
}

TEST_CASE_TEMPLATE("softmax: rows of every length", Tiling, clamped, whole_array) {
  for (extents const& e : row_extents) {
    // An element is of order 1 / columns: a tolerance of 1e-5 alone would let zeros pass.
    tolerance const tol{1e-5 / static_cast<double>(max_of(e[1], 1)), 1e-5};
    check_reference<executor<Tiling>>(tol, kernels::softmax::body{}, e, normal(e.count(), 0));
  }
}

TEST_CASE_TEMPLATE("softmax: rows far from zero", Tiling, clamped, whole_array) {
  // Elements that do not exist must not count as zeros: here they would be the maximum.
  for (i64 const columns : {5, 1000, 1030, 3001, 20001, 40001}) {
    auto x = normal(2 * columns, 0);
    for (float& element : x)
      element -= 1000;
    tolerance const tol{1e-5 / static_cast<double>(columns), 1e-5};
    check_reference<executor<Tiling>>(tol, kernels::softmax::body{}, {2, columns}, x);
  }
}

TEST_CASE_TEMPLATE("E030 softmax, log_softmax, row_sum: rows wider than one block", Tiling, clamped,
                   whole_array) {
  for (extents const& e : {extents{2, 65537}, {2, 100003}, {3, 1025}, {4, 1}}) {
    auto const count = static_cast<std::size_t>(e.count());
    auto const rows = static_cast<std::size_t>(e[0]);
    auto const columns = static_cast<double>(e[1]);
    std::vector<float> const zeros(count, 0.0f), ones(count, 1.0f);
    check_values<executor<Tiling>>(std::vector<double>(count, 1 / columns), {0, 1e-5},
                                   kernels::softmax::body{}, e, zeros);
    check_log_softmax<Tiling>(zeros, e[1], std::vector<double>(count, -std::log(columns)));
    check_row_sum<Tiling>(zeros, e[1], std::vector<double>(rows, 0));
    check_row_sum<Tiling>(ones, e[1], std::vector<double>(rows, columns));
  }
}

TEST_CASE_TEMPLATE("E031 softmax, log_softmax: values that would overflow", Tiling, clamped,
                   whole_array) {
  std::vector<float> const rows{1000, 1001, 1002, -1000, -1001, -1002};
  check_softmax<Tiling>(rows, 3,
                        {0.0900305732, 0.244728471, 0.665240956,  //
                         0.665240956, 0.244728471, 0.0900305732});
  check_log_softmax<Tiling>(rows, 3,
                            {-2.40760596, -1.40760596, -0.407605964,  //
                             -0.407605964, -1.40760596, -2.40760596});
  check_softmax<Tiling>({1e8f, 1e8f, -1e8f, -1e8f}, 2, {0.5, 0.5, 0.5, 0.5});
  check_log_softmax<Tiling>({1e8f, 1e8f}, 2, {-0.69314718, -0.69314718});
  check_softmax<Tiling>({3e38f, -3e38f}, 2, {1, 0});
}

TEST_CASE_TEMPLATE("E032 log_softmax: a large offset", Tiling, clamped, whole_array) {
  check_log_softmax<Tiling>({-1e7f, -1e7f, -1e7f, -1e7f, -1e7f, -9999999.0f}, 3,
                            {-1.09861229, -1.09861229, -1.09861229,  //
                             -1.55144471, -1.55144471, -0.551444713});
}

TEST_CASE_TEMPLATE("E033 softmax, log_softmax: just above the logarithm of the largest float",
                   Tiling, clamped, whole_array) {
  check_log_softmax<Tiling>({88.72284f, 100, -200}, 1, {0, 0, 0});
  check_softmax<Tiling>({88.72284f, 100, -200}, 1, {1, 1, 1});
}

TEST_CASE_TEMPLATE("E034 log_softmax: underflow does not become -inf", Tiling, clamped,
                   whole_array) {
  check_log_softmax<Tiling>({0, -200, -40.1144638f, 94.6969070f, 0, -infinity}, 2,
                            {0, -200, -134.811371, 0, 0, -infinity});
}

TEST_CASE_TEMPLATE("E041 log_softmax: a logit of -inf", Tiling, clamped, whole_array) {
  check_log_softmax<Tiling>({-infinity, 0, -infinity, 0}, 2, {-infinity, 0, -infinity, 0});
}

TEST_CASE_TEMPLATE("E015 softmax, row_sum: nothing in, nothing out", Tiling, clamped, whole_array) {
  std::vector<float> const none;
  for (extents const& e : {extents{0, 1024}, {3, 0}}) {
    check_values<executor<Tiling>>({}, exact, kernels::softmax::body{}, e, none);
    check_next_kernel<Tiling>();
  }
  check_values<executor<Tiling>>({}, exact, kernels::row_sum::body{}, {0, 1024}, none);
  check_next_kernel<Tiling>();
}

TEST_CASE_TEMPLATE("E029 softmax: infinities and NaN spoil their own row only", Tiling, clamped,
                   whole_array) {
  check_softmax<Tiling>({0, -infinity, 0,                  //
                         -infinity, -infinity, -infinity,  //
                         1, infinity, 2,                   //
                         7, 7, 7,                          //
                         0, nan, 0,                        //
                         -infinity, 5, -infinity},
                        3,
                        {0.5, 0, 0.5,    //
                         nan, nan, nan,  //
                         nan, nan, nan,  //
                         1.0 / 3, 1.0 / 3, 1.0 / 3, nan, nan, nan, 0, 1, 0});
}

TEST_CASE_TEMPLATE("softmax: one column is all there is", Tiling, clamped, whole_array) {
  check_softmax<Tiling>({-5, 0, 1e30f, nan, infinity}, 1, {1, 1, 1, nan, nan});
}

TEST_CASE_TEMPLATE("row_sum: rows of every length", Tiling, clamped, whole_array) {
  for (extents const& e : row_extents)
    check_reference<executor<Tiling>>(f32_rounding, kernels::row_sum::body{}, e,
                                      normal(e.count(), 0));
}

TEST_CASE_TEMPLATE("row_sum: every element counts once", Tiling, clamped, whole_array) {
  for (extents const& e : row_extents) {
    auto const sum = static_cast<double>(e[1]);
    check_values<executor<Tiling>>(std::vector<double>(static_cast<std::size_t>(e[0]), sum), exact,
                                   kernels::row_sum::body{}, e,
                                   std::vector<float>(static_cast<std::size_t>(e.count()), 1.0f));
  }
}

TEST_CASE_TEMPLATE("E026 row_sum: 17825792 ones are 17825792", Tiling, clamped, whole_array) {
  // Beyond 2^24 a running sum in f32 stands still.
  check_row_sum<Tiling>(std::vector<float>(17825792, 1.0f), 17825792, {17825792});
}

TEST_CASE_TEMPLATE("E027 row_sum: the sum of nothing is 0", Tiling, clamped, whole_array) {
  std::vector<float> const none;
  check_values<executor<Tiling>>({0, 0, 0}, exact, kernels::row_sum::body{}, {3, 0}, none);
  check_next_kernel<Tiling>();
  check_values<executor<Tiling>>({}, exact, kernels::row_sum::body{}, {0, 3}, none);
  check_next_kernel<Tiling>();
}

TEST_CASE("E025 row_sum: an f16 row that cancels") {
  std::vector<double> const x{32000, 32000, 32000, 32000, -32000, -32000, -32000, -32000};
  check_values<executor<clamped>>({0}, exact, kernels::row_sum::body{}, {1, 8}, as<f16>(x));
}

TEST_CASE("row_sum: a bf16 row whose sums are beyond f32 on the way") {
  for (i64 const columns : {64, 4096}) {
    std::vector<double> x;
    for (i64 i = 0; i < 3 * columns; ++i) x.push_back(i % columns < columns / 2 ? 3e38 : -3e38);
    check_values<executor<clamped>>({0, 0, 0}, exact, kernels::row_sum::body{}, {3, columns},
                                    as<bf16>(x));
  }
}

TEST_CASE_TEMPLATE("row_sum: rows that cancel", Tiling, clamped, whole_array) {
  check_row_sum<Tiling>({1e8f, 1, -1e8f, 1e8f, -1e8f, 1}, 3, {1, 1});
  std::vector<float> x;
  for (int i = 0; i < 20000; ++i)
    x.insert(x.end(), {1e6f, 0.25f, -1e6f, 0.0f});
  check_row_sum<Tiling>(x, 80000, {5000});
  check_row_sum<Tiling>(x, 4000, std::vector<double>(20, 250));
}

TEST_CASE_TEMPLATE("row_sum: special values", Tiling, clamped, whole_array) {
  check_row_sum<Tiling>({nan, 1, infinity, 1, infinity, -infinity, 1e-40f, 1e-40f, 1, 2}, 2,
                        {nan, infinity, nan, 1e-40f + 1e-40f, 3});
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_ROWS_HPP
