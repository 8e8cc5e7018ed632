// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Random inputs of tests: another seed in each run of the program, printed where a check fails.
// PALLASBENCH_TEST_SEED=<number> in the environment repeats a run.
#ifndef PALLASBENCH_TESTS_SUPPORT_INPUTS_HPP
#define PALLASBENCH_TESTS_SUPPORT_INPUTS_HPP

#include <pallasbench/core/element.hpp>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <random>
#include <vector>

namespace pb::test {

inline constexpr float nan = std::numeric_limits<float>::quiet_NaN();
inline constexpr float infinity = std::numeric_limits<float>::infinity();

inline u32 seed() {
  static u32 const value = [] {
    char const* const wanted = std::getenv("PALLASBENCH_TEST_SEED");
    return wanted ? static_cast<u32>(std::strtoul(wanted, nullptr, 10)) : std::random_device{}();
  }();
  return value;
}

/// `count` draws of a distribution; another stream, other draws.
template <class T, class Distribution>
std::vector<T> random_values(i64 count, u32 stream, Distribution distribution) {
  std::seed_seq sequence{seed(), stream};
  std::mt19937 engine(sequence);
  std::vector<T> values(static_cast<std::size_t>(count));
  std::generate(values.begin(), values.end(), [&] { return static_cast<T>(distribution(engine)); });
  return values;
}

/// Normal(0, deviation^2)
inline std::vector<float> normal(i64 count, u32 stream, double deviation = 1) {
  return random_values<float>(count, stream, std::normal_distribution<double>(0, deviation));
}

/// Row numbers of a table, from its end as well, and some out of range.
inline std::vector<i32> row_numbers(i64 count, i32 table_rows) {
  std::uniform_int_distribution<i32> const around(-table_rows - 2, table_rows + 1);
  return random_values<i32>(count, 7, around);
}

/// Bases, one in eight of them ambiguous.
inline std::vector<u8> bases(i64 count) {
  auto sequence = random_values<u8>(count, 8, std::uniform_int_distribution<int>(0, 31));
  for (u8& base : sequence)
    base = base < 4 ? base + 4 : base % 4;
  return sequence;
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_SUPPORT_INPUTS_HPP
