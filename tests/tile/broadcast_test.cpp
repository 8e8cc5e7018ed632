// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// How operands of different kinds meet: constants take the element type, one value a row
// broadcasts, and sums accumulate in f64.
#include <pallasbench/tile/lazy.hpp>
#include <pallasbench/tile/words.hpp>

#include <doctest/doctest.h>

#include <type_traits>
#include <vector>

#include "one_row.hpp"

namespace {

using namespace pb;
using tests::lazy_f32;
using tests::one_thread;
using tests::registers_f32;

template <class V>
using element_of_value = typename std::remove_cvref_t<V>::element;

TEST_CASE_TEMPLATE("broadcast: constants take the element type", R, registers_f32, lazy_f32) {
  std::vector<float> const values = {1.0f, 16777216.0f};
  auto const x = R::row(values);
  static_assert(std::is_same_v<element_of_value<decltype(x + 0.1)>, float>);
  static_assert(std::is_same_v<element_of_value<decltype(2 * x)>, float>);
  static_assert(std::is_same_v<element_of_value<decltype(select(x < 0, 0, x))>, float>);
  static_assert(std::is_same_v<element_of_value<decltype(select(x < 0, x, 1.5))>, float>);
  static_assert(std::is_same_v<element_of_value<decltype(x < 0.5)>, bool>);
  CHECK((x + 0.1).at(0) == 1.0f + 0.1f);
  CHECK((x + 1).at(1) == 16777216.0f);     // in f64 it would be one more
  CHECK((x < 1.00000001).at(0) == false);  // 1.00000001 is 1 in f32
}

TEST_CASE("broadcast: integers stay integers") {
  tile<i32, 2, no_rows> const code{{3, 2147483647}, {}};
  auto const x = code / 2;
  static_assert(std::is_same_v<element_of_value<decltype(x)>, i32>);
  CHECK(x.at(0) == 1);
  CHECK(x.at(1) == 1073741823);  // f32 would round it
  CHECK((code * 4.9).at(0) == 12);
}

TEST_CASE_TEMPLATE("broadcast: one value a row meets every element", R, registers_f32, lazy_f32) {
  std::vector<float> const values = {1, 5, 3};
  auto const x = R::row(values);
  auto const after = x - row_max(x);
  auto const before = row_max(x) - x;
  auto const chosen = select(x >= row_mean(x), x, row_sum(x));
  for (int i = 0; i < 3; ++i) {
    CHECK(after.at(i) == values[static_cast<std::size_t>(i)] - 5);
    CHECK(before.at(i) == 5 - values[static_cast<std::size_t>(i)]);
    CHECK(chosen.at(i) == (i == 0 ? 9 : values[static_cast<std::size_t>(i)]));
  }
}

TEST_CASE_TEMPLATE("broadcast: words on row results give one value a row", R, registers_f32,
                   lazy_f32) {
  std::vector<float> const values = {1, 5, 3};
  auto const x = R::row(values);
  auto const y = sqrt(row_sum(x) + 7.0) - row_max(x);
  using scope = std::remove_cvref_t<decltype(x.scope)>;
  static_assert(std::is_same_v<decltype(y), uniform<float, scope> const>);
  CHECK(y.at(0) == -1);
  CHECK(y.at(99) == -1);
}

TEST_CASE_TEMPLATE("broadcast: a row that cancels is summed in f64", R, registers_f32, lazy_f32) {
  std::vector<float> const values = {1e8f, 1, -1e8f, 1};
  float in_f32 = 0;
  for (float const v : values)
    in_f32 += v;
  CHECK(in_f32 == 1);  // what f32 makes of it
  CHECK(row_sum(R::row(values)).at(0) == 2);
  static_assert(std::is_same_v<element_of_value<decltype(row_sum(R::row(values)))>, float>);
}

TEST_CASE("broadcast: a partial tile reduces its valid elements only") {
  tile<double, 4, one_thread> const x{{1, 2, 1e6, 1e6}, {2}};
  CHECK(row_sum(x).at(0) == 3);
  CHECK(row_max(x).at(0) == 2);
  CHECK(row_mean(x).at(0) == 1.5);
}

TEST_CASE("broadcast: a lazy row holds its elements by function, whatever its length") {
  auto const count = [](i64 column) { return static_cast<double>(column); };
  lazy<decltype(count), serial_row> const x{count, {1000001}};
  CHECK(row_sum(x).at(0) == 1000000.0 * 1000001 / 2);
  CHECK(row_mean(x).at(0) == 500000);
  CHECK((x + 0.5).at(i64(1) << 40) == 1099511627776.5);
}

}  // namespace
