// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The mutants: on good evidence every one is rejected; those that make no difference are listed
// with their reason; on evidence too weak to tell right from wrong they survive and are named.
#include <pallasbench/kernels/level1/mse_loss.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/robust/mutants.hpp>
#include <pallasbench/robust/random_inputs.hpp>
#include <pallasbench/robust/typed_problem.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace pb;
using namespace pb::robust;

using array = doubles;

array normal(std::size_t count, unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> draw(0, 1);
  array values(count);
  for (double& x : values)
    x = draw(engine);
  return values;
}

evidence evidence_of(std::vector<i64> shape, std::vector<array> references,
                     element_type type = element_type::f32, bool is_matrix_product = false) {
  evidence e{std::move(shape), type, tolerance_for(type, is_matrix_product, 8), {}, {}};
  for (auto const& reference : references)
    e.trials.push_back({reference, reference});
  return e;
}

bool lists(std::vector<std::string> const& all, std::string const& start) {
  return std::any_of(all.begin(), all.end(),
                     [&](auto const& each) { return each.starts_with(start); });
}

void check_counts(mutant_report const& report) {
  CHECK(report.tried == report.rejected + static_cast<int>(report.survivors.size()));
}

TEST_CASE("mutants: all are tried and rejected on a matrix product") {
  auto const e = evidence_of({16, 16}, {normal(256, 1), normal(256, 2)}, element_type::f32, true);
  std::vector<mutant> const special{{"input b ignored", normal(256, 5)}};
  auto const report =
      judge_mutants(e, {normal(256, 3), normal(256, 4)}, special, {100, true, true});
  CHECK(report.tried == 16);
  CHECK(report.rejected == 16);
  CHECK(report.survivors.empty());
  CHECK(report.not_applicable.empty());
}

TEST_CASE("mutants: those that equal the reference are not applicable") {
  auto const zeros = evidence_of({4, 4}, {array(16, 0), array(16, 0)});
  auto const report = judge_mutants(zeros, {array(16, 0)}, {}, {5, false, true});
  for (std::string const name :
       {"all zeros", "mean everywhere", "last tile zero", "one row repeated", "rows rotated by one",
        "result of another seed", "rounded to bf16", "second half doubled", "input 0 copied"}) {
    CHECK_MESSAGE(lists(report.not_applicable, name + ": equal to the reference"), name);
  }
  CHECK(lists(report.not_applicable, "rounded to tf32: no matrix product"));
  CHECK(report.tried == 4);  // ones, last tile NaN, one off, one NaN
  CHECK(report.rejected == 4);
  check_counts(report);
}

TEST_CASE("mutants: reasons for what makes no sense") {
  auto const row = evidence_of({1, 8}, {normal(8, 1)});
  auto const report = judge_mutants(row, {normal(3, 2)}, {{"eps left out", normal(7, 1)}}, {});
  CHECK(lists(report.not_applicable, "one row repeated: there is one row"));
  CHECK(lists(report.not_applicable, "rows rotated by one: there is one row"));
  CHECK(lists(report.not_applicable, "result of another seed: there is one seed"));
  CHECK(lists(report.not_applicable, "last tile zero: no tile size"));
  CHECK(lists(report.not_applicable, "second half doubled: no reduction"));
  CHECK(lists(report.not_applicable, "input 0 copied: it has 3 elements and the output 8"));
  CHECK(lists(report.not_applicable, "eps left out: it has 7 elements"));
  CHECK(report.survivors.empty());
  check_counts(report);
}

TEST_CASE("mutants: integers have no NaN and no rounding, and are off by one") {
  auto const counts = evidence_of({5}, {{3, 1, 4, 1, 5}, {2, 7, 1, 8, 2}}, element_type::i32);
  auto const report =
      judge_mutants(counts, {}, {{"N counted as A", {4, 1, 4, 1, 5}}}, {2, false, true});
  CHECK(lists(report.not_applicable, "one element NaN: the output holds integers"));
  CHECK(lists(report.not_applicable, "last tile NaN: the output holds integers"));
  CHECK(lists(report.not_applicable, "rounded to bf16: the output holds integers"));
  CHECK(report.survivors.empty());
  CHECK(report.tried == 10);
}

/// A mutation's output in place of `right`.
template <class Make>
array made(Make const& make, std::vector<i64> const& shape, array const& right) {
  mutant_options const options{4, false, false};
  tolerance const tol = tolerance_for(element_type::f32, false, 1);
  robust::detail::mutation_context const context{shape, element_type::f32, tol, options, right, {}};
  auto const wrong = make(context);
  REQUIRE(wrong.reason.empty());
  array whole(right.size());
  std::size_t const half = right.size() / 2;  // in two parts, the second first
  wrong.write(static_cast<i64>(half), static_cast<i64>(right.size()), whole.data() + half);
  wrong.write(0, static_cast<i64>(half), whole.data());
  return whole;
}

TEST_CASE("mutants: the last tile is what is left over") {
  namespace mutation = robust::detail;
  auto const lost = [](auto const& c) { return mutation::last_tile(c, 0); };
  CHECK(made(lost, {10}, array(10, 1)) == array{1, 1, 1, 1, 1, 1, 1, 1, 0, 0});
  CHECK(made(mutation::rows_rotated, {2, 2}, {1, 2, 3, 4}) == array{3, 4, 1, 2});
  CHECK(made(mutation::first_row_repeated, {2, 2}, {1, 2, 3, 4}) == array{1, 2, 1, 2});
  CHECK(made(mutation::mean_everywhere, {4}, {1, 2, 3, PB_NAN}) == array{2, 2, 2, 2});
  CHECK(made(mutation::one_off, {3}, {7, 8, 9})[1] > 8);
  CHECK(made(mutation::rounded_to_bf16, {2}, {1.00390625, 1}) == array{1, 1});
}

TEST_CASE("mutants: weak evidence has survivors, by name") {
  array tiny(64);  // all below the absolute tolerance, so rounding cannot be told from right
  for (std::size_t i = 0; i < tiny.size(); ++i)
    tiny[i] = 1e-6 * (1 + static_cast<double>(i) / 64);
  auto const e = evidence_of({64}, {tiny});
  auto const report =
      judge_mutants(e, {}, {{"eps left out", array(64, 1.5e-6)}}, {16, false, false});
  CHECK(lists(report.survivors, "rounded to bf16"));
  CHECK_FALSE(lists(report.survivors, "all zeros"));
  CHECK_FALSE(
      lists(report.survivors, "eps left out"));  // flat: the filters see what compare cannot
  CHECK_FALSE(lists(report.survivors, "one element NaN"));
  check_counts(report);
}

TEST_CASE("mutants: a mutant that only another seed betrays is rejected") {
  auto const e = evidence_of({}, {{2.00001}, {2.001}, {1.999}});
  auto const report = judge_mutants(e, {}, {}, {1, false, true});
  CHECK(report.survivors.empty());
  auto const alike = evidence_of({}, {{2.0}, {2.00001}});
  CHECK(lists(judge_mutants(alike, {}, {}, {1, false, true}).survivors, "result of another seed"));
}

TEST_CASE("mutants: a kernel-specific one is held against its own trial") {
  auto const e = evidence_of({2}, {{1, 2}, {3, 4}});
  std::vector<mutant> const special{
      {"right", {3, 4}, 1}, {"wrong", {1, 2}, 1}, {"lost", {1, 2}, 2}};
  auto const report = judge_mutants(e, {}, special, {});
  CHECK(lists(report.not_applicable, "right: equal to the reference"));
  CHECK(lists(report.not_applicable, "lost: there is no such trial"));
  CHECK_FALSE(lists(report.not_applicable, "wrong"));
  CHECK(report.survivors.empty());
}

/// How outputs of 2 + `error` fare where 2 is right, known to be off by at most `at_most`.
mutant_report judge_error(double error, double at_most) {
  auto const e = evidence_of({2}, {{2, 1}}, element_type::f16);
  return judge_mutants(e, {}, {{"nearly right", {2 + error, 1}, 0, at_most}}, {});
}

TEST_CASE("mutants: a survivor known to stay within the tolerance is not applicable") {
  double const unseen = 0x1p-9, seen = 0x1p-7;  // f16 allows 3e-3 at 2
  auto const no_bound = judge_error(unseen, PB_INFINITY);
  CHECK(lists(no_bound.survivors, "nearly right"));
  auto const excused = judge_error(unseen, 1e-3);
  CHECK(excused.survivors.empty());
  CHECK(lists(excused.not_applicable,
              "nearly right: differs by at most 0.001, within the tolerance of f16"));
  CHECK(excused.tried == no_bound.tried - 1);
  check_counts(excused);
  CHECK(lists(judge_error(unseen, 1.1e-3).survivors, "nearly right"));
  for (double const at_most : {1e-3, PB_INFINITY}) {
    auto const far_off = judge_error(seen, at_most);
    CHECK(far_off.survivors.empty());
    CHECK_FALSE(lists(far_off.not_applicable, "nearly right"));
    CHECK(far_off.tried == no_bound.tried);
    check_counts(far_off);
  }
}

TEST_CASE("mutants: what a composition makes of a bound") {
  auto const bound_in = [](auto const& body, i64 n, std::string const& wanted) {
    double found = 0;
    for_each_wrong_body(body, n, [&](std::string const& name, auto const&,
                                     double at_most = PB_INFINITY) {
      if (name == wanted) found = at_most;
    });
    return found;
  };
  std::string const erf = "erf form instead of the tanh form";
  ops::gelu const gelu;
  CHECK(bound_in(gelu, 1, erf) == 4.8e-4);
  CHECK(bound_in(ops::bias{} | gelu, 1, erf) == 4.8e-4);
  CHECK(bound_in(gelu | ops::dropout{.p = 0.5}, 1, erf) == 2 * 4.8e-4);
  CHECK(bound_in(gelu | ops::mean{}, 9, erf) == 4.8e-4);
  CHECK(bound_in(gelu | gelu, 1, erf) == 4.8e-4);  // of the second, visited last
  CHECK(bound_in(gelu | ops::huber{}, 1, erf) == PB_INFINITY);
  CHECK(bound_in(ops::layer_norm{} | ops::relu{}, 101, "unbiased variance") == 0.5 / 100);
  CHECK(bound_in(ops::batch_norm_1d{}, 1, "unbiased variance") == PB_INFINITY);
  CHECK(bound_in(gelu, 1, "sigmoid approximation") == PB_INFINITY);
}

TEST_CASE("mutants: a ramp is a function of seed, input and element") {
  auto const p = make_problem<kernels::mse_loss>({1000}, element_type::f32);
  trial_recipe const plain{7, 1}, ramp{7, 1, true};
  CHECK(random_inputs(*p, ramp) == random_inputs(*p, ramp));
  CHECK(random_inputs(*p, ramp) != random_inputs(*p, {8, 1, true}));
  for (std::size_t input : {0, 1}) {
    CHECK(random_input(*p, input, ramp) == random_inputs(*p, ramp)[input]);
    auto const even = to_doubles(random_input(*p, input, plain), element_type::f32);
    auto const grown = to_doubles(random_input(*p, input, ramp), element_type::f32);
    for (std::size_t i : {0, 500, 875})
      CHECK(grown[i] ==
            doctest::Approx((0.25 + 0.002 * static_cast<double>(i)) * (1 + even[i])));
  }
  CHECK(random_input(*p, 0, ramp) != random_input(*p, 1, ramp));
}

TEST_CASE("mutants: nothing is tried without evidence") {
  auto const empty = evidence_of({0}, {array{}});
  auto const report = judge_mutants(empty, {}, {}, {});
  CHECK(report.tried == 0);
  CHECK(lists(report.not_applicable, "all: The output is empty"));
}

}  // namespace
