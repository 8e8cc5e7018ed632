// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The mutants: on good evidence every one is rejected; those that make no difference are listed
// with their reason; on evidence too weak to tell right from wrong they survive and are named.
#include <pallasbench/robust/mutants.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace pb;
using namespace pb::robust;

using array = std::vector<double>;

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

TEST_CASE("mutants: the last tile is what is left over") {
  array const ones(10, 1);
  std::string const name = "last tile zero";
  array lost = ones;
  std::vector<i64> const shape{10};
  mutant_options const options{4, false, false};
  tolerance const tol = tolerance_for(element_type::f32, false, 1);
  detail::mutation_context const context{shape, element_type::f32, tol, options, {}};
  CHECK(detail::lose_last_tile(context, lost, 0).empty());
  CHECK(lost == array{1, 1, 1, 1, 1, 1, 1, 1, 0, 0});
  array rows{1, 2, 3, 4};
  std::vector<i64> const square{2, 2};
  detail::mutation_context const of_rows{square, element_type::f32, tol, options, {}};
  CHECK(detail::rotate_rows(of_rows, rows).empty());
  CHECK(rows == array{3, 4, 1, 2});
  CHECK(detail::repeat_first_row(of_rows, rows).empty());
  CHECK(rows == array{3, 4, 3, 4});
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

TEST_CASE("mutants: nothing is tried without evidence") {
  auto const empty = evidence_of({0}, {array{}});
  auto const report = judge_mutants(empty, {}, {}, {});
  CHECK(report.tried == 0);
  CHECK(lists(report.not_applicable, "all: The output is empty"));
}

}  // namespace
