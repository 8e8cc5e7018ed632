// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Random inputs are functions of seed, input and element alone, and have the distributions that the
// trials rely on. With fixed seeds the statistics are no chance events.
#include <pallasbench/robust/random_inputs.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace {

using namespace pb;
using namespace pb::robust;

/// A problem that has inputs and runs nothing.
struct inputs_only final : problem {
  explicit inputs_only(pattern_kind kind, std::vector<array_spec> list) {
    pattern = kind;
    inputs = std::move(list);
  }
  void run_host(variant, input_pointers, void*) const override {}
  void reference_host(input_pointers, double*) const override {}
  std::vector<step_launch> launches(input_pointers, void*, void*) const override { return {}; }
  std::vector<std::byte> reference_parameters(input_pointers, void*) const override { return {}; }
};

inputs_only vectors(std::vector<i64> const& sizes) {
  std::vector<array_spec> list;
  for (i64 const n : sizes)
    list.push_back({.name = "x", .type = element_type::f32, .shape = {n}});
  return inputs_only(pattern_kind::map, list);
}

inputs_only lookups(i64 table_rows, i64 count) {
  return inputs_only(
      pattern_kind::index,
      {{.name = "table", .type = element_type::f32, .shape = {table_rows, 1}},
       {.name = "index", .type = element_type::i32, .shape = {count}, .role = operand::index}});
}

doubles values(problem const& p, std::size_t number, trial_recipe const& recipe) {
  return to_doubles(random_input(p, number, recipe), p.inputs[number].type);
}

struct moments {
  double mean = 0, deviation = 0;
};
moments moments_of(doubles const& x) {
  double sum = 0, squares = 0;
  for (double const v : x)
    sum += v, squares += v * v;
  double const n = static_cast<double>(x.size()), mean = sum / n;
  return {mean, std::sqrt(squares / n - mean * mean)};
}

template <class Condition>
double share(doubles const& x, Condition condition) {
  return static_cast<double>(std::count_if(x.begin(), x.end(), condition)) /
         static_cast<double>(x.size());
}

TEST_CASE("random: a longer array begins with the shorter one") {
  auto const brief = random_input(vectors({1000}), 0, {7, 1});
  auto const longer = random_input(vectors({70000}), 0, {7, 1});
  REQUIRE(longer.size() == 280000);
  CHECK(std::equal(brief.begin(), brief.end(), longer.begin()));
  auto const indices = random_input(lookups(50, 100), 1, {7, 1});
  auto const more = random_input(lookups(50, 5000), 1, {7, 1});
  CHECK(std::equal(indices.begin(), indices.end(), more.begin()));
}

TEST_CASE("random: seed and number of the input decide, other inputs do not") {
  auto const p = vectors({1000, 1000});
  CHECK(random_input(p, 0, {7, 1}) == random_input(p, 0, {7, 1}));
  CHECK(random_input(p, 0, {7, 1}) != random_input(p, 0, {8, 1}));
  CHECK(random_input(p, 0, {7, 1}) != random_input(p, 1, {7, 1}));
  CHECK(random_input(vectors({5, 1000}), 1, {7, 1}) == random_input(p, 1, {7, 1}));
  auto const all = random_inputs(p, {7, 1});
  REQUIRE(all.size() == 2);
  CHECK(all[0] == random_input(p, 0, {7, 1}));
  CHECK(all[1] == random_input(p, 1, {7, 1}));
}

TEST_CASE("random: normal, times the scale") {
  for (double const scale : {1.0, 30.0, 1e-3}) {
    auto const x = values(vectors({200000}), 0, {3, scale});
    auto const [mean, deviation] = moments_of(x);
    CHECK(std::abs(mean) < 0.01 * scale);
    CHECK(deviation == doctest::Approx(scale).epsilon(0.01));
    CHECK(share(x, [&](double v) { return std::abs(v) < scale; }) ==
          doctest::Approx(0.6827).epsilon(0.01));
    CHECK(share(x, [&](double v) { return v > 2 * scale; }) ==
          doctest::Approx(0.02275).epsilon(0.05));
  }
}

TEST_CASE("random: a matrix is scaled by its fan-in, and no recipe scales a product") {
  inputs_only const p(
      pattern_kind::contract,
      {{.name = "a", .type = element_type::f32, .shape = {100, 400}},
       {.name = "b", .type = element_type::f32, .shape = {400, 100}, .role = operand::matrix}});
  CHECK(moments_of(values(p, 0, {3, 30})).deviation == doctest::Approx(1).epsilon(0.02));
  CHECK(moments_of(values(p, 1, {3, 30})).deviation == doctest::Approx(0.05).epsilon(0.02));
}

TEST_CASE("random: row vectors keep their scale") {
  inputs_only const p(pattern_kind::rows, {{.name = "gamma",
                                            .type = element_type::f32,
                                            .shape = {50000},
                                            .role = operand::row_vector}});
  CHECK(moments_of(values(p, 0, {3, 30})).deviation == doctest::Approx(1).epsilon(0.02));
}

TEST_CASE("random: lookups from both ends, and one in eight of a small table beyond them") {
  i64 const rows = 37;
  auto const x = values(lookups(rows, 50000), 1, {3, 1});
  auto const beyond = [&](double v) { return v < -rows || v >= rows; };
  CHECK(share(x, beyond) == doctest::Approx(5.0 / 42).epsilon(0.05));
  CHECK(share(x, [&](double v) { return v < 0; }) == doctest::Approx(0.5).epsilon(0.02));
  for (double v = -42; v < 42; ++v)
    CHECK(std::count(x.begin(), x.end(), v) > 0);
  CHECK(*std::min_element(x.begin(), x.end()) == -42);
  CHECK(*std::max_element(x.begin(), x.end()) == 41);
}

TEST_CASE("random: lookups in a large table are all in range") {
  i64 const rows = 4096;
  auto const x = values(lookups(rows, 200000), 1, {3, 1});
  CHECK(share(x, [&](double v) { return v < -rows || v >= rows; }) == 0);
  CHECK(share(x, [&](double v) { return v < 0; }) == doctest::Approx(0.5).epsilon(0.02));
  CHECK(*std::min_element(x.begin(), x.end()) == -rows);
  CHECK(*std::max_element(x.begin(), x.end()) == rows - 1);
}

TEST_CASE("random: bases are even, one in 64 ambiguous") {
  inputs_only const p(
      pattern_kind::sequence,
      {{.name = "s", .type = element_type::u8, .shape = {200000}, .role = operand::bases}});
  auto const x = values(p, 0, {3, 1});
  CHECK(share(x, [](double v) { return v == 4; }) == doctest::Approx(1.0 / 64).epsilon(0.05));
  for (double base = 0; base < 4; ++base)
    CHECK(share(x, [&](double v) { return v == base; }) ==
          doctest::Approx(63.0 / 256).epsilon(0.02));
}

TEST_CASE("random: an empty array") { CHECK(random_input(vectors({0}), 0, {7, 1}).empty()); }

}  // namespace
