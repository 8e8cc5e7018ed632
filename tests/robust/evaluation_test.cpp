// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// evaluate() from end to end: every kernel passes on the honest host backend with no mutant left,
// and what degenerate kernels write is rejected by the comparison and by the filter that names it.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "fake_backend.hpp"

namespace {

using namespace pb;
using namespace pb::robust;
using tests::fake_backend;
using tests::small_problem;
using arrays = fake_backend::arrays;

evaluation evaluate_fake(std::string const& name, fake_backend::degenerate_kernel kernel) {
  auto const p = small_problem(name);
  fake_backend on(std::move(kernel));
  auto e = evaluate(*p, {}, on, 42);
  CHECK(e.ended.ok());
  CHECK_FALSE(e.correct());
  CHECK_FALSE(e.robust());
  CHECK(e.worst.mismatches > 0);
  CHECK(e.mutants.survivors.empty());  // made from the reference, whatever the kernel does
  CHECK(e.original.correct == true);
  return e;
}

bool mentions(filter_result const& filter, std::string const& word) {
  return filter.reason.find(word) != std::string::npos;
}

TEST_CASE("evaluation: every kernel passes, and no mutant survives") {
  for (auto const& kernel : all_kernels()) {
    CAPTURE(kernel.info.name);
    auto const p = kernel.make_problem(kernel.dims.small, element_type::f32);
    host_backend on;
    auto const e = evaluate(*p, tests::published_texts(kernel), on, 42);
    CHECK(e.correct());
    CHECK(e.worst.mismatches == 0);
    CHECK(e.original.correct == true);
    for (auto const& filter :
         {e.filters.output_range, e.filters.output_std, e.filters.axes_variation,
          e.filters.input_impact, e.filters.source_analysis})
      CHECK_MESSAGE(filter.passed, filter.reason);
    CHECK(e.mutants.tried >= 8);
    CHECK(e.mutants.rejected == e.mutants.tried);
    for (auto const& each : e.mutants.survivors)
      FAIL_CHECK(each);
    CHECK(e.inputs.size() == p->inputs.size());
    CHECK(static_cast<i64>(e.output.size()) == p->output.bytes());
  }
}

TEST_CASE("evaluation: no mutant survives the wider tolerances of the 16-bit types") {
  for (std::string const name :
       {"gelu", "fused_bias_gelu_dropout", "layer_norm", "batch_norm_1d", "mse_loss", "huber_loss",
        "cross_entropy"}) {
    for (element_type const type : {element_type::f16, element_type::bf16}) {
      CAPTURE(name);
      CAPTURE(type == element_type::f16);
      auto const kernel = tests::kernel_named(name);
      auto const p = kernel.make_problem(kernel.dims.small, type);
      host_backend on;
      auto const e = evaluate(*p, {}, on, 42);
      CHECK(e.correct());
      for (auto const& each : e.mutants.survivors)
        FAIL_CHECK(each);
    }
  }
}

TEST_CASE("evaluation: zeros") {
  for (std::string const name : {"relu", "softmax", "matmul", "kmer_count"}) {
    CAPTURE(name);
    auto const e = evaluate_fake(name, [](auto&, auto&, array_bytes& out) {
      std::fill(out.begin(), out.end(), std::byte{0});
    });
    CHECK_FALSE(e.filters.output_range.passed);
    CHECK_FALSE(e.filters.output_std.passed);
    CHECK_FALSE(e.filters.axes_variation.passed);
    CHECK_FALSE(e.filters.input_impact.passed);
    CHECK(e.filters.source_analysis.passed);
  }
}

TEST_CASE("evaluation: the input copied") {
  auto const copied = [](auto&, arrays const& in, array_bytes& out) { out = in[0]; };
  CHECK_FALSE(evaluate_fake("softmax", copied).filters.output_range.passed);
  auto const sum = evaluate_fake("vector_add", copied);
  CHECK_FALSE(sum.filters.input_impact.passed);
  CHECK(mentions(sum.filters.input_impact, "b"));
}

TEST_CASE("evaluation: one row repeated") {
  auto const e = evaluate_fake("softmax", [](problem const& p, auto&, array_bytes& out) {
    auto const row = p.output.shape[1] * 4;
    for (i64 at = row; at < p.output.bytes(); at += row)
      std::copy_n(out.begin(), row, out.begin() + at);
  });
  CHECK_FALSE(e.filters.axes_variation.passed);
  CHECK(e.filters.output_std.passed);
}

TEST_CASE("evaluation: one input ignored") {
  for (std::string const name : {"vector_add", "elementwise_max", "matmul", "layer_norm"}) {
    CAPTURE(name);
    auto const e = evaluate_fake(name, [](problem const& p, arrays in, array_bytes& out) {
      in[1].assign(in[1].size(), std::byte{0});
      p.run_host(variant::fixed, pointers_to(spans_of(in)), out.data());
    });
    CHECK_FALSE(e.filters.input_impact.passed);
    CHECK(mentions(e.filters.input_impact, small_problem(name)->inputs[1].name));
  }
}

TEST_CASE("evaluation: the last tile left out is found where it begins") {
  i64 const block = small_problem("relu")->plans[0].block_shape.count();
  i64 const size = small_problem("relu")->output.count();
  i64 const begin = (size - 1) / block * block;
  for (std::byte const fill : {std::byte{0}, std::byte{0xFF}}) {
    auto const e = evaluate_fake("relu", [&](auto&, auto&, array_bytes& out) {
      std::fill(out.begin() + begin * 4, out.end(), fill);
    });
    REQUIRE(e.worst.first_mismatch.size() == 1);
    CHECK(e.worst.first_mismatch[0] >= begin);
    CHECK(e.worst.first_mismatch[0] < begin + 20);  // half of the elements are rightly zero
    if (fill == std::byte{0xFF}) CHECK_FALSE(e.filters.output_range.passed);  // NaN
  }
}

TEST_CASE("evaluation: one NaN") {
  auto const e = evaluate_fake("gelu", [](auto&, auto&, array_bytes& out) {
    std::fill_n(out.begin() + 400, 4, std::byte{0xFF});
  });
  CHECK(e.worst.mismatches == 1);
  CHECK(e.worst.first_mismatch == std::vector<i64>{100});
  CHECK_FALSE(e.filters.output_range.passed);
}

TEST_CASE("evaluation: the output of the previous call") {
  array_bytes kept;
  auto const e = evaluate_fake("row_sum", [&](auto&, auto&, array_bytes& out) {
    if (kept.empty()) kept = out;
    std::swap(kept, out);
  });
  CHECK_FALSE(e.filters.input_impact.passed);
}

TEST_CASE("evaluation: an expectation that was learnt by heart") {
  array_bytes expected;
  auto const e = evaluate_fake("matmul", [&](auto&, auto&, array_bytes& out) {
    if (expected.empty()) expected = out;
    out = expected;
  });
  CHECK_FALSE(e.filters.axes_variation.passed);  // along the axis of seeds
  CHECK(mentions(e.filters.axes_variation, "seed"));
  CHECK_FALSE(e.filters.input_impact.passed);
}

}  // namespace
