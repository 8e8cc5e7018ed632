// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Conditions on four bytes at a time against the same on one, for every pair of bytes.
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/tile/bases.hpp>
#include <pallasbench/tile/lazy.hpp>

#include <doctest/doctest.h>

#include <initializer_list>

namespace {

using namespace pb;

constexpr int length = 16;

struct two_rows {
  alignas(16) u8 a[length];
  alignas(16) u8 b[length];

  auto first() const { return lazy<memory_row<u8>, serial_row>{{a}, {length}}; }
  auto second() const { return lazy<memory_row<u8>, serial_row>{{b}, {length}}; }
};

/// condition(a, b) packed and element by element.
template <class Condition>
void check(two_rows const& rows, Condition const& condition) {
  auto const holds = condition(rows.first(), rows.second());
  static_assert(packed::condition_on_bytes<decltype(holds.expr)>);
  auto const flags = holds.expr.template packed<length>(0);
  i32 expected = 0;
  for (int i = 0; i < length; ++i) {
    u32 const bits = flags.of[i / 4].word >> (8 * (i % 4)) & 0xff;
    REQUIRE(bits == (holds.at(i) ? 0x80u : 0u));
    expected += holds.at(i);
  }
  REQUIRE(packed::count(flags) == expected);
}

TEST_CASE("packed: every pair of bytes") {
  two_rows rows{};
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; b += length) {
      for (int i = 0; i < length; ++i) {
        rows.a[i] = static_cast<u8>(a + i % 3);  // neighbours that carry would tell
        rows.b[i] = static_cast<u8>(b + i);
      }
      check(rows, [](auto x, auto y) { return x == y; });
      check(rows, [](auto x, auto y) { return x != y; });
      check(rows, [](auto x, auto y) { return x == 1 || y == 2; });
      check(rows, [](auto x, auto y) { return x != 255 && x != y; });
    }
  }
}

TEST_CASE("packed: constants that are no bytes") {
  two_rows rows{};
  for (int i = 0; i < length; ++i) rows.a[i] = static_cast<u8>(i * 17);
  for (int const constant : {-1, 0, 127, 128, 255, 256, 1 << 30}) {
    check(rows, [&](auto x, auto) { return x == constant; });
    check(rows, [&](auto x, auto) { return x != constant; });
  }
}

TEST_CASE("packed: what is no comparison of bytes is not packed") {
  two_rows const rows{};
  auto const sums = rows.first() + rows.second() == 3;
  auto const text = base_code<alphabet::text>(rows.first()) == 1;
  CHECK_FALSE(packed::condition_on_bytes<decltype(sums.expr)>);
  CHECK_FALSE(packed::condition_on_bytes<decltype(text.expr)>);
  lazy<memory_row<float>, serial_row> const floats{{nullptr}, {0}};
  auto const equal = floats == 1;
  CHECK_FALSE(packed::condition_on_bytes<decltype(equal.expr)>);
}

}  // namespace
