// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of one_hot. Include an executor's header first. The element type is that of the output,
// which these runs take from the first input: integers; the public call on views gives floats.
// E0xx in a name: the numbers of a catalogue of inputs that have broken kernels of this kind.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_ONE_HOT_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_ONE_HOT_HPP

#include <pallasbench/core/half.hpp>
#include <pallasbench/core/views.hpp>
#include <pallasbench/kernels/level1/one_hot.hpp>

#include <limits>

#include "support/run_call.hpp"

namespace pb::test {

template <class Tiling>
void check_one_hot(i64 columns, std::vector<i32> const& index, std::vector<double> const& y) {
  check_values<executor<Tiling>>(y, exact, kernels::one_hot::body{},
                                 {static_cast<i64>(index.size()), columns}, index);
}

TEST_CASE_TEMPLATE("one_hot: extents around a block", Tiling, clamped, whole_array) {
  // N, C: rows shorter and longer than a block of 4096 elements
  for (extents const& d : {extents{53, 131}, {4095, 1}, {4097, 1}, {1366, 3}, {1025, 4}, {4, 4095},
                           {5, 4096}, {5, 4097}, {7, 9000}, {3, 4100}, {97, 64}, {9, 1000}, {0, 5},
                           {5, 0}}) {
    check_reference<executor<Tiling>>(exact, kernels::one_hot::body{}, d,
                                      row_numbers(d[0], static_cast<i32>(d[1])));
  }
}

/// The same as rows of T, which only a view of the output can ask for.
template <class Tiling, class T>
void check_one_hot_rows(i64 columns, std::vector<i32> const& index, std::vector<double> const& y) {
  using memory = typename executor<Tiling>::memory;
  i64 const rows = static_cast<i64>(index.size());
  placed_array<memory, i32> const numbers(index, 0, poison);
  placed_array<memory, T> const out(poisoned<T>(rows * columns), 0, around_output);
  CHECK(executor<Tiling>::accepts(kernels::one_hot::body{}, make_view(out.data(), rows, columns),
                                  make_view(numbers.data(), rows)));
  check_elements(out.read(), y, exact);
}

TEST_CASE_TEMPLATE("E054 one_hot: classes outside the range", Tiling, clamped, whole_array) {
  std::vector<i32> const index{0, 2, 3, -1, 5};
  std::vector<double> const y{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  check_one_hot<Tiling>(3, index, y);
  check_one_hot_rows<Tiling, float>(3, index, y);
  check_one_hot_rows<Tiling, f16>(3, index, y);
  check_one_hot_rows<Tiling, bf16>(3, index, y);
}

TEST_CASE_TEMPLATE("one_hot: the least and the greatest index", Tiling, clamped, whole_array) {
  i32 const least = std::numeric_limits<i32>::min();
  i32 const greatest = std::numeric_limits<i32>::max();
  check_one_hot<Tiling>(1, {0, 1, -1, least, greatest}, {1, 0, 0, 0, 0});
  // By chunks of four elements as well.
  check_one_hot<Tiling>(4, {least, 3, greatest, -4},
                        {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0});
}

TEST_CASE_TEMPLATE("one_hot: floating-point rows by chunks", Tiling, clamped, whole_array) {
  std::vector<double> y(24, 0);
  y[1] = y[23] = 1;
  check_one_hot_rows<Tiling, float>(8, {1, -1, 7}, y);
  check_one_hot_rows<Tiling, f16>(8, {1, -1, 7}, y);
  check_one_hot_rows<Tiling, bf16>(8, {1, -1, 7}, y);
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_ONE_HOT_HPP
