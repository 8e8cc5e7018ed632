// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The texts recorded of every kernel at the small preset: the operations and arguments that its
// definition demands, and the grid of its plan. Whether they compute the right thing is judged from
// outside, by XLA.
#include <pallasbench/robust/registry.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace pb;

struct expected_texts {
  std::vector<std::string> operations;  // of the StableHLO
  std::vector<std::string> primitives;  // of the Jaxpr
  std::string arguments;                // StableHLO types, in call order
  std::string result;
};

std::map<std::string, expected_texts> const expected = {
    {"relu", {{"maximum"}, {"max"}, "5003xf32", "5003xf32"}},
    {"gelu", {{"logistic", "multiply"}, {"logistic", "mul"}, "5003xf32", "5003xf32"}},
    {"vector_add", {{"add"}, {"add"}, "5003xf32 5003xf32", "5003xf32"}},
    {"elementwise_max", {{"maximum"}, {"max"}, "5003xf32 5003xf32", "5003xf32"}},
    {"softmax",
     {{"reduce", "exponential", "divide"},
      {"reduce_max", "exp", "reduce_sum", "div"},
      "37x1003xf32",
      "37x1003xf32"}},
    {"layer_norm",
     {{"reduce", "rsqrt"},
      {"reduce_sum", "rsqrt"},
      "37x1003xf32 1003xf32 1003xf32",
      "37x1003xf32"}},
    {"fused_layer_norm_relu",
     {{"reduce", "rsqrt", "maximum"},
      {"reduce_sum", "rsqrt", "max"},
      "37x1003xf32 1003xf32 1003xf32",
      "37x1003xf32"}},
    {"row_sum", {{"reduce"}, {"reduce_sum"}, "37x1003xf32", "37x1xf32"}},
    {"matmul", {{"dot_general"}, {"dot_general"}, "200x150xf32 150x170xf32", "200x170xf32"}},
    {"fused_matmul_bias",
     {{"dot_general", "add"},
      {"dot_general", "add"},
      "200x150xf32 150x170xf32 170xf32",
      "200x170xf32"}},
    {"gather",
     {{"gather", "select", "compare"},
      {"gather", "select_n", "lt"},
      "37x130xf32 53xi32",
      "53x130xf32"}},
    {"kmer_count",
     {{"scatter", "slice", "compare"}, {"scatter-add", "gather", "lt"}, "20011xui8", "256xi32"}}};

std::string between(std::string const& text, std::string const& start, std::string const& end) {
  auto const from = text.find(start);
  if (from == text.npos) return {};
  auto const begin = from + start.size();
  return text.substr(begin, text.find(end, begin) - begin);
}

bool contains(std::string const& text, std::string const& part) {
  return text.find(part) != text.npos;
}

/// The tensor types in a piece of StableHLO: "37x130xf32 53xi32".
std::string tensor_types(std::string text) {
  std::string types;
  for (auto at = text.find("tensor<"); at != text.npos; at = text.find("tensor<")) {
    text.erase(0, at);
    types += (types.empty() ? "" : " ") + between(text, "tensor<", ">");
    text.erase(0, 1);
  }
  return types;
}

/// The points of each grid=(...) in a Jaxpr.
std::vector<i64> block_counts(std::string text) {
  std::vector<i64> counts;
  for (auto at = text.find("grid=("); at != text.npos; at = text.find("grid=(")) {
    text.erase(0, at);
    std::istringstream sizes(between(text, "grid=(", ")"));
    i64 count = 1;
    for (std::string size; std::getline(sizes, size, ',');)
      if (size.find_first_not_of(' ') != size.npos) count *= std::stoll(size);
    counts.push_back(count);
    text.erase(0, 1);
  }
  return counts;
}

TEST_CASE("texts: every kernel has the operations, arguments and grid that it must") {
  for (auto const& kernel : robust::all_kernels()) {
    std::string const name = kernel.info.name;
    CAPTURE(name);
    auto const p = kernel.make_problem(kernel.dims.small, element_type::f32);
    CHECK(contains(p->stablehlo, "@" + name));
    CHECK(contains(p->jaxpr, "name=" + name));
    // Axes of one block may be left out; a mean is one block, for the last to arrive ends it. Columns
    // are whole there, however many blocks share them.
    plan const& plan = p->plans[0];
    i64 const blocks = p->pattern == pattern_kind::reduce    ? 1
                       : p->pattern == pattern_kind::columns ? plan.grid_shape[1]
                                                             : plan.num_blocks();
    auto const counts = block_counts(p->jaxpr);
    CHECK(std::find(counts.begin(), counts.end(), blocks) != counts.end());
    CHECK_FALSE(contains(p->stablehlo, "custom_call"));
    if (!expected.contains(name)) continue;  // a kernel added since
    auto const& [operations, primitives, arguments, result] = expected.at(name);
    for (auto const& each : operations)
      CHECK_MESSAGE(contains(p->stablehlo, "stablehlo." + each), each);
    for (auto const& each : primitives)
      CHECK_MESSAGE(contains(p->jaxpr, " = " + each), each);
    CHECK(tensor_types(between(p->stablehlo, "func.func public @", "->")) == arguments);
    CHECK(tensor_types(between(between(p->stablehlo, "func.func public @", "\n"), "->", "{")) ==
          result);
  }
}

TEST_CASE("texts: all the kernels named here are there") {
  std::set<std::string> names;
  for (auto const& kernel : robust::all_kernels())
    names.insert(kernel.info.name);
  for (auto const& each : expected)
    CHECK_MESSAGE(names.contains(each.first), each.first);
}

TEST_CASE("texts: no two kernels have the same program") {
  std::set<std::string> programs, bodies;
  for (auto const& kernel : robust::all_kernels()) {
    auto const p = kernel.make_problem(kernel.dims.small, element_type::f32);
    programs.insert(between(p->stablehlo, "{\n", "\n}\n"));
    bodies.insert(between(p->jaxpr, "jaxpr={", "name="));
  }
  CHECK(programs.size() == robust::all_kernels().size());
  CHECK(bodies.size() == robust::all_kernels().size());
}

}  // namespace
