// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Sums of few floats in f32 against the same in f64: as close where f32 holds them, and as right where
// it does not. Of elements with an offset, an outlier in front, equal, tiny and near the largest.
#include <pallasbench/tile/moments.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace {

using namespace pb;

constexpr int few = 16;

std::vector<float> elements(double mean, double deviation, int count = 64 * few) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal(mean, deviation);
  std::vector<float> x(static_cast<std::size_t>(count));
  for (auto& e : x) e = static_cast<float>(normal(random));
  return x;
}

mean_and_variance in_f64(std::vector<float> const& x) {
  double sum = 0, squares = 0;
  auto const n = static_cast<double>(x.size());
  for (double const e : x) sum += e;
  for (double const e : x) squares += (e - sum / n) * (e - sum / n);
  return {sum / n, squares / n};
}

mean_and_variance in_few(std::vector<float> const& x) {
  shifted_sums sums{static_cast<double>(x[0])};
  for (std::size_t at = 0; at < x.size(); at += few)
    sums.add_few<few>([&](int i) { return x[at + static_cast<std::size_t>(i)]; });
  return sums.of(static_cast<double>(x.size()));
}

/// The mean to f32, the variance to a few roundings of f32, whichever the elements.
void check_moments(std::vector<float> const& x) {
  auto const expected = in_f64(x), found = in_few(x);
  CAPTURE(expected.mean);
  CAPTURE(expected.variance);
  CHECK(std::abs(found.mean - expected.mean) <=
        0x1p-24 * (std::abs(expected.mean) + std::sqrt(expected.variance)));
  CHECK(std::abs(found.variance - expected.variance) <= 0x1p-20 * expected.variance);
}

TEST_CASE("few: moments are those of f64") {
  check_moments(elements(0, 1));
  check_moments(elements(1000, 1));
  check_moments(elements(-1e6, 3));
  check_moments(elements(0, 1e-25));
  check_moments(elements(0, 3e37));
  check_moments(elements(3e38, 1e36));
  check_moments(std::vector<float>(64 * few, 5.0f));
  check_moments(std::vector<float>(64 * few, 3e38f));
}

TEST_CASE("few: an outlier in front, which everything is relative to") {
  for (float const outlier : {1e3f, -1e6f, 1e15f}) {
    auto x = elements(1, 1);
    x[0] = outlier;
    check_moments(x);
  }
}

TEST_CASE("few: NaN and infinity reach the moments") {
  for (float const what : {std::nanf(""), static_cast<float>(PB_INFINITY)}) {
    auto x = elements(0, 1);
    x[few + 3] = what;
    CHECK(std::isnan(in_few(x).variance));
    x = elements(0, 1);
    x[0] = what;
    CHECK(std::isnan(in_few(x).variance));
  }
}

TEST_CASE("few: sums and squares that f32 does not hold") {
  float const large[4] = {3e38f, 3e38f, -3e38f, -3e38f};
  auto const at = [&](int i) { return large[i]; };
  CHECK(sum_of_few<short, 4>(at) == 0);  // any 16 bits in memory
  CHECK(sum_of_few<float, 4>(at) == 0);
  CHECK(sum_of_few_squares<4>(at) == 4 * (double(3e38f) * double(3e38f)));
  float const tiny[4] = {1e-30f, -1e-30f, 1e-30f, 1e-30f};
  CHECK(sum_of_few_squares<4>([&](int i) { return tiny[i]; }) ==
        4 * (double(1e-30f) * double(1e-30f)));
}

TEST_CASE("few: of f32 in memory a sum that nearly cancels is exact, of 16 bits where they have them") {
  float const x[4] = {16777216.0f, 1.0f, -16777216.0f, 1.0f};
  CHECK(sum_of_few<float, 4>([&](int i) { return x[i]; }) == 2);
  float const halves[4] = {2048.0f, 1.0f, -2048.0f, 1.0f};  // eleven bits apart
  CHECK(sum_of_few<short, 4>([&](int i) { return halves[i]; }) == 2);
}

}  // namespace
