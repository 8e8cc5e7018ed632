// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The steps of evaluate(): what is reported where one fails, what becomes of the whole-array form,
// and what is found in the text.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "fake_backend.hpp"

namespace {

using namespace pb;
using namespace pb::robust;
using tests::fake_backend;
using tests::small_problem;

/// A backend that fails in one step, in the fixed form or in the original.
class failing_backend final : public backend {
public:
  enum class step { prepare, run, reference, measure };
  failing_backend(step at, variant in) : at_(at), in_(in) {}

  compilation prepare(problem const&, variant v, std::string const&) override {
    compilation made;
    made.compiled = !(at_ == step::prepare && v == in_);
    if (!*made.compiled) made.log = "line 3: expected ;";
    return made;
  }
  outcome run(problem const& p, variant v, std::vector<array_bytes> const& in,
              array_bytes& out) override {
    if (at_ == step::run && v == in_) return {failure::launch_error, "too many threads"};
    return host_.run(p, v, in, out);
  }
  outcome reference(problem const& p, std::vector<array_bytes> const& in,
                    doubles& out) override {
    if (at_ == step::reference) return {failure::runtime_error, "out of memory"};
    return host_.reference(p, in, out);
  }
  outcome measure(problem const&, std::vector<array_bytes> const&, measurements&) override {
    if (at_ == step::measure) return {failure::runtime_error, "lost"};
    return {};
  }

private:
  step at_;
  variant in_;
  host_backend host_;
};
using step = failing_backend::step;

evaluation evaluate_failing(step at, variant in = variant::fixed) {
  failing_backend on(at, in);
  return evaluate(*small_problem("relu"), {}, on, 42);
}

TEST_CASE("steps: the first failure ends the evaluation and is reported") {
  struct {
    step at;
    failure what;
    std::string message;
  } const cases[] = {{step::prepare, failure::compile_error, "line 3: expected ;"},
                     {step::run, failure::launch_error, "too many threads"},
                     {step::reference, failure::runtime_error, "out of memory"},
                     {step::measure, failure::runtime_error, "lost"}};
  for (auto const& each : cases) {
    CAPTURE(each.message);
    auto const e = evaluate_failing(each.at);
    CHECK(e.ended.what == each.what);
    CHECK(e.ended.message == each.message);
    CHECK_FALSE(e.correct());
    CHECK_FALSE(e.robust());
    CHECK_FALSE(e.original.correct.has_value());
  }
}

TEST_CASE("steps: the whole-array form may fail without the kernel failing") {
  auto const uncompiled = evaluate_failing(step::prepare, variant::original);
  CHECK(uncompiled.correct());
  CHECK(uncompiled.original.compiled == false);
  CHECK(uncompiled.original.error == "line 3: expected ;");
  CHECK_FALSE(uncompiled.original.launched.has_value());

  auto const unlaunched = evaluate_failing(step::run, variant::original);
  CHECK(unlaunched.correct());
  CHECK(unlaunched.original.compiled == true);
  CHECK(unlaunched.original.launched == false);
  CHECK(unlaunched.original.error == "too many threads");
  CHECK_FALSE(unlaunched.original.correct.has_value());

  auto const write_nan = [](auto&, auto&, array_bytes& out) {
    std::fill_n(out.begin(), 4, std::byte{0xFF});
  };
  fake_backend wrong(write_nan, variant::original);
  auto const e = evaluate(*small_problem("relu"), {}, wrong, 42);
  CHECK(e.correct());
  CHECK(e.robust());
  CHECK(e.original.launched == true);
  CHECK(e.original.correct == false);
}

bool text_passes(std::string const& name, std::string const& text) {
  host_backend on;
  auto const e = evaluate(*small_problem(name), {text, text}, on, 42);
  CHECK(e.correct());
  CHECK(e.robust() == e.filters.source_analysis.passed);
  return e.filters.source_analysis.passed;
}

TEST_CASE("steps: the extents of the published presets are known to every problem") {
  CHECK(small_problem("relu")->benchmark_literals == std::vector<i64>{4096, 67108864});
  CHECK(small_problem("gather")->benchmark_literals ==
        std::vector<i64>{4096, 4096, 1024, 65536, 1024, 131072});
}

TEST_CASE("steps: a text that compares a size with a published extent is found out") {
  CHECK_FALSE(text_passes("relu", "if (n == 67108864) return;"));
  CHECK_FALSE(text_passes("relu", "switch (n) { case 4096: break; }"));
  CHECK_FALSE(text_passes("row_sum", "if (columns == 8192) y = 0;"));
  CHECK(text_passes("relu", "if (n == 5003) return;"));  // small is for tests
  CHECK(text_passes("relu", "dims{.seed = {4096}, .large = {67108864}};"));
  CHECK(text_passes("relu", "if (n < 4096) return;"));
}

TEST_CASE("steps: no published text compares a size with its own extents") {
  for (auto const& kernel : all_kernels()) {
    CAPTURE(kernel.info.name);
    auto const p = kernel.make_problem(kernel.dims.small, element_type::f32);
    auto const texts = tests::published_texts(kernel);
    for (auto const& text : {texts.fixed, texts.original})
      CHECK(find_in_source(text, p->benchmark_literals).empty());
  }
}

}  // namespace
