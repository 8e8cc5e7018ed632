// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The four value filters: each wrong output is rejected by the filter that names its fault, and
// outputs that are rightly sparse, constant, scalar, tiny or non-finite pass all four.
#include <pallasbench/robust/filters.hpp>
#include <pallasbench/robust/input_impact.hpp>

#include <doctest/doctest.h>

#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace pb;
using namespace pb::robust;

double const nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

using array = doubles;

array normal(std::size_t count, unsigned seed, double scale = 1) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> draw(0, scale);
  array values(count);
  for (double& x : values)
    x = draw(engine);
  return values;
}

array rounded(array values, element_type type = element_type::f32) {
  for (double& x : values)
    x = round_to(type, x);
  return values;
}

/// Evidence of a right kernel, whose outputs are the references rounded.
evidence right(std::vector<i64> shape, std::vector<array> references,
               element_type type = element_type::f32) {
  evidence e{std::move(shape), type, tolerance_for(type, false, 1), {}, {}};
  for (auto const& reference : references)
    e.trials.push_back({rounded(reference, type), reference});
  return e;
}

/// a + b of shape [6, 8] over three seeds, and each of them perturbed in the first.
evidence sum_of_two() {
  std::vector<array> references;
  for (unsigned seed : {1u, 2u, 3u})
    references.push_back(normal(48, seed));
  evidence e = right({6, 8}, references);
  for (std::string const input : {"a", "b"}) {
    array changed = references[0];
    for (std::size_t i = 0; i < changed.size(); ++i)
      changed[i] += normal(48, 9)[i];
    e.perturbations.push_back({input, rounded(changed), changed});
  }
  return e;
}

void check_value_filters_pass(evidence const& e) {
  for (auto const& verdict : {output_range(e), output_std(e), axes_variation(e)}) {
    INFO(verdict.reason);
    CHECK(verdict.passed);
    CHECK_FALSE(verdict.reason.empty());
  }
}

/// The evidence with every output, perturbed ones too, edited.
evidence edited(evidence e, std::function<void(array&)> const& edit) {
  for (auto& each : e.trials)
    edit(each.output);
  for (auto& each : e.perturbations)
    edit(each.output);
  return e;
}

TEST_CASE("filters: a right kernel passes and the measured values are plausible") {
  auto const e = sum_of_two();
  check_value_filters_pass(e);
  auto const impact = input_impact(e);
  CHECK_MESSAGE(impact.passed, impact.reason);
  CHECK(*impact.value == doctest::Approx(1).epsilon(1e-6));
  CHECK(*output_std(e).value == doctest::Approx(1).epsilon(0.2));
  CHECK(*output_range(e).value > 3);
}

TEST_CASE("filters: a constant output fails all four") {
  auto const e = edited(sum_of_two(), [](array& y) { y.assign(y.size(), 0.5); });
  CHECK_FALSE(output_range(e).passed);
  CHECK_FALSE(output_std(e).passed);
  CHECK_FALSE(axes_variation(e).passed);
  CHECK_FALSE(input_impact(e).passed);
}

TEST_CASE("output_range: NaN, infinity, wrong extremes") {
  CHECK_FALSE(output_range(edited(sum_of_two(), [](array& y) { y[7] = nan; })).passed);
  CHECK_FALSE(output_range(edited(sum_of_two(), [](array& y) { y[7] = -inf; })).passed);
  CHECK_FALSE(output_range(edited(sum_of_two(), [](array& y) { y[7] = 1e13; })).passed);
  CHECK_FALSE(output_range(edited(sum_of_two(), [](array& y) { y[7] = 9; })).passed);
}

TEST_CASE("output_std: spread lost, extremes kept") {
  auto const squeeze = [](array& y) {
    auto const [low, high] = std::minmax_element(y.begin(), y.end());
    double const kept_low = *low, kept_high = *high;
    y.assign(y.size(), 0);
    y[0] = kept_low;
    y[1] = kept_high;
  };
  auto const e = edited(sum_of_two(), squeeze);
  CHECK(output_range(e).passed);
  CHECK_FALSE(output_std(e).passed);
}

TEST_CASE("axes_variation: one row repeated, one column repeated, one seed repeated") {
  auto const rows = edited(sum_of_two(), [](array& y) {
    for (std::size_t i = 8; i < y.size(); ++i)
      y[i] = y[i - 8];
  });
  CHECK_FALSE(axes_variation(rows).passed);
  CHECK(axes_variation(rows).reason.find("axis 0") != std::string::npos);
  CHECK(axes_variation(rows).reason.find("axis 1") == std::string::npos);
  auto const columns = edited(sum_of_two(), [](array& y) {
    for (std::size_t i = 0; i < y.size(); ++i)
      y[i] = y[i / 8 * 8];
  });
  CHECK(axes_variation(columns).reason.find("axis 1") != std::string::npos);
  evidence memorised = sum_of_two();
  for (auto& each : memorised.trials)
    each.output = memorised.trials[0].output;
  CHECK_FALSE(axes_variation(memorised).passed);
  CHECK(axes_variation(memorised).reason.find("the seeds") != std::string::npos);
}

TEST_CASE("axes_variation: one flat line among many is seen") {
  auto const e = edited(sum_of_two(), [](array& y) {
    for (std::size_t i = 0; i < 8; ++i)
      y[i] = y[0];
  });
  CHECK_FALSE(axes_variation(e).passed);
  CHECK(axes_variation(e).reason.find("3 of 18 lines flat") != std::string::npos);
}

TEST_CASE("input_impact: one input ignored while the other is used") {
  evidence e = sum_of_two();
  e.perturbations[1].output = e.trials[0].output;
  auto const verdict = input_impact(e);
  CHECK_FALSE(verdict.passed);
  CHECK(*verdict.value == 0);
  CHECK(verdict.reason.find("b changes 48 elements") != std::string::npos);
  CHECK(verdict.reason.find("a changes") == std::string::npos);
}

TEST_CASE("input_impact: moves elsewhere, moves too little, moves what must stay") {
  evidence local = sum_of_two();
  local.perturbations.resize(1);
  auto& change = local.perturbations[0];
  change.reference = local.trials[0].reference;
  change.reference[5] += 1;
  change.output = rounded(change.reference);
  CHECK(input_impact(local).passed);
  change.output[6] += 0.01;
  CHECK(input_impact(local).reason.find("1 move where they must not") != std::string::npos);
  change.output = local.trials[0].output;
  change.output[5] += 0.9;
  CHECK_FALSE(input_impact(local).passed);
  std::swap(change.output[5], change.output[6]);
  CHECK_FALSE(input_impact(local).passed);
}

TEST_CASE("input_impact: an input without effect, and no perturbation at all") {
  evidence e = sum_of_two();
  e.perturbations = {{"seed", e.trials[0].output, e.trials[0].reference}};
  CHECK(input_impact(e).passed);
  CHECK(input_impact(e).reason.find("does not depend on seed") != std::string::npos);
  e.perturbations[0].output[3] += 1;
  CHECK_FALSE(input_impact(e).passed);
  e.perturbations.clear();
  CHECK_FALSE(input_impact(e).passed);
}

TEST_CASE("filters: rightly sparse, constant or scalar outputs pass") {
  array sparse(64, 0);
  sparse[3] = 1;
  check_value_filters_pass(right({8, 8}, {sparse, sparse}));
  check_value_filters_pass(right({4, 4}, {array(16, 0), array(16, 0)}));
  check_value_filters_pass(right({2, 3}, {{1, 2, 3, 1, 2, 3}, {1, 2, 3, 1, 2, 3}}));
  check_value_filters_pass(right({}, {{1.2}, {1.2003}, {1.1998}}));
  check_value_filters_pass(right({}, {{0.7}}));
  check_value_filters_pass(right({0, 4}, {{}, {}}));
  check_value_filters_pass(right({1, 4}, {{1e13, 0, 3, 4}}));
}

TEST_CASE("filters: a scalar that is the expected value for every seed fails") {
  evidence e = right({}, {{1.2}, {1.2003}, {1.1998}});
  for (auto& each : e.trials)
    each.output = {1.2};
  CHECK_FALSE(output_std(e).passed);
  CHECK_FALSE(axes_variation(e).passed);
}

TEST_CASE("filters: a variation within rounding over few samples proves nothing") {
  evidence e = right({}, {{2.0}, {2.000001}, {1.999999}});
  for (auto& each : e.trials)
    each.output = {2.0};
  check_value_filters_pass(e);
}

TEST_CASE("filters: a right output at the absolute bounds passes") {
  evidence e = right({2, 64}, {normal(128, 1, 1e-6), normal(128, 2, 1e-6)});
  for (double const factor : {0.99, 1.01}) {
    check_value_filters_pass(edited(e, [factor](array& y) {
      for (double& x : y)
        x *= factor;
    }));
  }
  check_value_filters_pass(right({3}, {{0, 1, 1e12}, {0, 1, 1.0000001e12}}));
}

TEST_CASE("filters: a NaN in the reference does not hide a constant output") {
  auto references = std::vector<array>{normal(12, 1), normal(12, 2)};
  for (auto& each : references)
    each[4] = nan;
  auto const e = edited(right({3, 4}, references), [](array& y) {
    y.assign(y.size(), 0.5);
    y[4] = nan;
  });
  CHECK_FALSE(output_range(e).passed);
  CHECK_FALSE(output_std(e).passed);
  CHECK_FALSE(axes_variation(e).passed);
}

TEST_CASE("filters: zeros in place of outputs below the absolute tolerance fail") {
  evidence e{{64}, element_type::f32, tolerance_for(element_type::f32, false, 1), {}, {}};
  for (unsigned seed : {1u, 2u}) {
    auto const tiny = normal(64, seed, 1e-7);
    e.trials.push_back({rounded(tiny), tiny});
  }
  auto const changed = normal(64, 3, 1e-7);
  e.perturbations.push_back({"x", rounded(changed), changed});
  check_value_filters_pass(e);
  CHECK(input_impact(e).passed);
  auto const zeros = edited(e, [](array& y) { y.assign(y.size(), 0); });
  CHECK(compare(zeros.trials[0].output, e.trials[0].reference, e.shape, e.type, e.tol).passed);
  CHECK_FALSE(output_range(zeros).passed);
  CHECK_FALSE(output_std(zeros).passed);
  CHECK_FALSE(axes_variation(zeros).passed);
  CHECK_FALSE(input_impact(zeros).passed);
}

TEST_CASE("filters: NaN and infinity are right where the reference has them") {
  auto references = std::vector<array>{normal(12, 1), normal(12, 2)};
  references[0][4] = nan;
  references[1][5] = inf;
  references[1][6] = 1e39;  // rounds to infinity
  evidence e = right({3, 4}, references);
  e.perturbations.push_back({"x", e.trials[0].output, references[0]});
  check_value_filters_pass(e);
  CHECK(input_impact(e).passed);
  e.trials[0].output[4] = 0;
  CHECK_FALSE(input_impact(e).passed);
}

TEST_CASE("filters: rounding noise of f16 and bf16 is no finding") {
  for (auto const type : {element_type::f16, element_type::bf16}) {
    array nearly_constant(256);
    for (std::size_t i = 0; i < 256; ++i)
      nearly_constant[i] = 1 + 1e-5 * static_cast<double>(i % 7);
    check_value_filters_pass(right({16, 16}, {nearly_constant, nearly_constant}, type));
    check_value_filters_pass(right({16, 16}, {normal(256, 1), normal(256, 2)}, type));
  }
}

TEST_CASE("filters: missing or misshapen evidence is a failure with a reason") {
  evidence const none{{4}, element_type::f32, {}, {}, {}};
  CHECK_FALSE(output_range(none).passed);
  evidence const short_one{{4}, element_type::f32, {}, {{{1, 2}, {1, 2}}}, {}};
  CHECK_FALSE(output_std(short_one).passed);
  CHECK(output_std(short_one).reason.find("number of elements") != std::string::npos);
  filters all;
  CHECK_FALSE(all.all_passed());
}

}  // namespace
