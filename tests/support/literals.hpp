// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The literals of a case, in each element type that it is run with.
#ifndef PALLASBENCH_TESTS_SUPPORT_LITERALS_HPP
#define PALLASBENCH_TESTS_SUPPORT_LITERALS_HPP

#include <pallasbench/core/half.hpp>

#include <vector>

#include "support/inputs.hpp"
#include "support/run_call.hpp"

namespace pb::test {

/// Literals as elements of type T.
template <class T>
std::vector<T> as(std::vector<double> const& literals) {
  std::vector<T> elements;
  for (double const literal : literals)
    elements.push_back(static_cast<T>(literal));
  return elements;
}

/// normal(...) in elements of type T.
template <class T>
std::vector<T> normal_of(i64 count, u32 stream, double deviation = 1) {
  auto const x = normal(count, stream, deviation);
  return as<T>({x.begin(), x.end()});
}

/// What is left of literals in elements of type T.
template <class T>
std::vector<double> rounded(std::vector<double> const& literals) {
  std::vector<double> result;
  for (T const element : as<T>(literals))
    result.push_back(static_cast<double>(element));
  return result;
}

/// What a result of type T may differ by where a case names no tolerance. The 16-bit types have no
/// absolute part, so that a result which collapses to zero shows.
template <class T>
inline constexpr tolerance rounding_of{1e-6, 1e-5};
template <>
inline constexpr tolerance rounding_of<f16>{0, 2e-3};
template <>
inline constexpr tolerance rounding_of<bf16>{0, 1.6e-2};

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_SUPPORT_LITERALS_HPP
