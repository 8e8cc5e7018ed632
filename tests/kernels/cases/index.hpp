// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of gather. Include an executor's header first.
// E0xx in a name: the numbers of a catalogue of inputs that have broken kernels of this kind.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_INDEX_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_INDEX_HPP

#include <pallasbench/core/views.hpp>
#include <pallasbench/kernels/level1/gather.hpp>

#include <limits>

#include "support/literals.hpp"
#include "support/run_call.hpp"

namespace pb::test {

// V, D, N: rows shorter and longer than a block of 4096 elements, in chunks of four and not.
inline constexpr extents lookup_dims[] = {
    {37, 130, 53}, {5, 1, 4095}, {5, 1, 4097}, {3, 3, 1366}, {3, 4, 1025},  {9, 4095, 4},
    {9, 4096, 5},  {9, 4097, 5}, {4, 9000, 7}, {4, 4100, 3}, {4, 10000, 3}, {1, 64, 97},
    {7, 1000, 9},  {7, 5, 0},    {7, 0, 5},    {0, 5, 0}};

/// gather from a table of `table_rows` rows, against literals.
template <class Tiling>
void check_gather(i64 table_rows, i64 columns, std::vector<float> const& table,
                  std::vector<i32> const& index, std::vector<double> const& y) {
  check_values<executor<Tiling>>(y, exact, kernels::gather::body{},
                                 {table_rows, columns, static_cast<i64>(index.size())}, table,
                                 index);
}

TEST_CASE_TEMPLATE("gather: extents around a block", Tiling, clamped, whole_array) {
  for (extents const& d : lookup_dims) {
    check_reference<executor<Tiling>>(exact, kernels::gather::body{}, d, normal(d[0] * d[1], 0),
                                      row_numbers(d[2], static_cast<i32>(d[0])));
  }
}

TEST_CASE_TEMPLATE("gather: chunks of eight 16-bit elements", Tiling, clamped, whole_array) {
  // Rows of whole chunks that fill no block, and one of parts.
  for (extents const& d : {extents{7, 1000, 21}, {3, 8, 1025}, {4, 8200, 3}, {4, 1004, 9}}) {
    std::vector<float> const table = normal(d[0] * d[1], 0);
    check_reference<executor<Tiling>>(exact, kernels::gather::body{}, d,
                                      as<f16>({table.begin(), table.end()}),
                                      row_numbers(d[2], static_cast<i32>(d[0])));
  }
}

TEST_CASE_TEMPLATE("gather: negative numbers count from the end", Tiling, clamped, whole_array) {
  check_gather<Tiling>(3, 2, {10, 11, 20, 21, 30, 31}, {-1, 0, -3, -2, 2, 1},
                       {30, 31, 10, 11, 10, 11, 20, 21, 30, 31, 20, 21});
}

TEST_CASE_TEMPLATE("gather: a row out of range is NaN", Tiling, clamped, whole_array) {
  i32 const least = std::numeric_limits<i32>::min();
  i32 const greatest = std::numeric_limits<i32>::max();
  check_gather<Tiling>(3, 1, {10, 20, 30}, {3, -4, least, 1, greatest, 2000000000, -2000000000},
                       {nan, nan, nan, 20, nan, nan, nan});
  // By chunks of four elements as well.
  check_gather<Tiling>(1, 4, {1, 2, 3, 4}, {1, 0, -2, -1},
                       {nan, nan, nan, nan, 1, 2, 3, 4, nan, nan, nan, nan, 1, 2, 3, 4});
}

/// Rows in and out of a table of four numbers that lies between 64 guards on either side; an index
/// out of range gives `stray`.
template <class Tiling, class T>
void check_between_guards(float guard, double stray) {
  CAPTURE(guard);
  using memory = typename executor<Tiling>::memory;
  std::vector<double> guarded(64, guard);
  guarded.insert(guarded.end(), {10, 20, 30, 40});
  guarded.resize(guarded.size() + 64, guard);
  i32 const least = std::numeric_limits<i32>::min();
  placed_array<memory, T> const table(as<T>(guarded), 0, poison);
  placed_array<memory, i32> const index({0, 3, -1, -4, -5, 4, least}, 0, poison);
  placed_array<memory, T> const y(poisoned<T>(7), 0, around_output);
  CHECK(executor<Tiling>::accepts(kernels::gather::body{}, make_view(y.data(), 7, 1),
                                  make_view(table.data() + 64, 4, 1), make_view(index.data(), 7)));
  CHECK(table.is_unchanged());
  check_elements(y.read(), {10, 40, 40, 10, stray, stray, stray}, exact);
}

TEST_CASE_TEMPLATE("E049 gather: negative and out-of-range indices", Tiling, clamped, whole_array) {
  for (float const guard : {nan, 777.0f, 888.0f}) {
    check_between_guards<Tiling, float>(guard, nan);
    check_between_guards<Tiling, f16>(guard, nan);
    check_between_guards<Tiling, bf16>(guard, nan);
  }
  check_between_guards<Tiling, i32>(777, 0);
}

TEST_CASE_TEMPLATE("gather: a row may be looked up many times", Tiling, clamped, whole_array) {
  check_gather<Tiling>(2, 1, {10, 20}, std::vector<i32>(5000, 1), std::vector<double>(5000, 20));
}

TEST_CASE_TEMPLATE("gather: nothing is found in an empty table", Tiling, clamped, whole_array) {
  check_gather<Tiling>(0, 4, {}, {0, -1, 1}, std::vector<double>(12, nan));
}

TEST_CASE_TEMPLATE("gather: elements are copied as they are", Tiling, clamped, whole_array) {
  check_gather<Tiling>(2, 4, {nan, infinity, -infinity, 1e-40f, -1e-40f, 3e38f, 0, 1}, {1, 0},
                       {-1e-40f, 3e38f, 0, 1, nan, infinity, -infinity, 1e-40f});
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_INDEX_HPP
