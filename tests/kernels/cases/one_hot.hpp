// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of one_hot. Include an executor's header first. The element type is that of the output,
// which these runs take from the first input: integers; the public call on views gives floats.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_ONE_HOT_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_ONE_HOT_HPP

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
  // N, C: rows shorter and longer than a block of 2048 elements
  for (extents const& d : {extents{53, 131}, {2047, 1}, {2049, 1}, {683, 3}, {513, 4}, {4, 2047},
                           {5, 2048}, {5, 2049}, {7, 5000}, {3, 2052}, {97, 64}, {0, 5}, {5, 0}}) {
    check_reference<executor<Tiling>>(exact, kernels::one_hot::body{}, d,
                                      row_numbers(d[0], static_cast<i32>(d[1])));
  }
}

TEST_CASE_TEMPLATE("one_hot: an index outside the columns gives zeros", Tiling, clamped,
                   whole_array) {
  i32 const least = std::numeric_limits<i32>::min();
  i32 const greatest = std::numeric_limits<i32>::max();
  check_one_hot<Tiling>(3, {0, 2, 3, -1, 5}, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  check_one_hot<Tiling>(1, {0, 1, -1, least, greatest}, {1, 0, 0, 0, 0});
  // By chunks of four elements as well.
  check_one_hot<Tiling>(4, {least, 3, greatest, -4},
                        {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0});
}

template <class Tiling, class T>
void check_one_hot_elements() {
  using memory = typename executor<Tiling>::memory;
  placed_array<memory, i32> const index({1, -1, 7}, 0, poison);
  placed_array<memory, T> const y(poisoned<T>(24), 0, around_output);
  CHECK(executor<Tiling>::accepts(kernels::one_hot::body{}, make_view(y.data(), 3, 8),
                                  make_view(index.data(), 3)));
  auto const out = y.read();
  for (std::size_t i = 0; i < out.size(); ++i)
    CHECK(static_cast<float>(out[i]) == (i == 1 || i == 23 ? 1.0f : 0.0f));
}

TEST_CASE_TEMPLATE("one_hot: floating-point rows", Tiling, clamped, whole_array) {
  check_one_hot_elements<Tiling, float>();
  check_one_hot_elements<Tiling, f16>();
  check_one_hot_elements<Tiling, bf16>();
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_ONE_HOT_HPP
