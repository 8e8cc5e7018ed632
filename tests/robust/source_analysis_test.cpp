// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Data flow through real PTX and the source_analysis verdict: honest kernels pass, what is proved
// fails, what cannot be followed is unknown.
#include <pallasbench/robust/source_analysis.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "ptx_samples.hpp"

namespace {

using namespace pb::robust;

ptx_operand input(std::string name, int param, int offset) {
  return {std::move(name), param, offset, false};
}
ptx_operand output(int param, int offset) { return {"y", param, offset, true}; }

std::vector<ptx_operand> const in_struct{input("x", 0, 0), output(0, 8)};
std::vector<ptx_operand> const two_in_struct{input("a", 0, 0), input("b", 0, 8), output(0, 16)};
std::vector<ptx_operand> const plain{input("x", 0, 0), output(1, 0)};

filter_result verdict(ptx_flow const& flow, std::vector<std::string> required) {
  return source_analysis({{}, {flow}, std::move(required)});
}

TEST_CASE("ptx: statements, labels, guards and operands are cut apart") {
  auto const kernel = parse_ptx(ptx_samples::softmax, "softmax");
  REQUIRE(kernel);
  CHECK(kernel->parameters == std::vector<std::string>{"softmax_param_0"});
  CHECK(kernel->variables.at("_ZZ7softmaxE7largest") == ptx_space::shared);
  CHECK(kernel->instructions.front().parts == std::vector<std::string>{"ld", "param", "u64"});
  CHECK(kernel->instructions.front().arguments[1].offset == 16);
  CHECK(kernel->instructions.back().opcode() == "ret");
  CHECK_FALSE(parse_ptx(ptx_samples::softmax, "soft"));
  CHECK_FALSE(parse_ptx("", ""));
}

TEST_CASE("ptx: the input of a softmax reaches the output through shuffles and shared memory") {
  auto const flow = analyze_ptx(ptx_samples::softmax, "softmax", in_struct);
  CHECK_MESSAGE(flow.known, flow.unknown_because);
  REQUIRE(flow.inputs.size() == 1);
  CHECK(flow.inputs[0].loaded);
  CHECK(flow.inputs[0].reaches_output);
  CHECK(flow.stores_output);
  CHECK_FALSE(flow.only_constants_stored);
  CHECK(flow.stored_inputs.empty());
  CHECK(flow.clocks.empty());
  CHECK(verdict(flow, {"x"}).passed);
}

TEST_CASE("ptx: shared memory alone carries a value") {
  std::string text(ptx_samples::softmax);  // nothing of the lane's own value in what is stored
  text.replace(text.find("sub.f32"), std::string("sub.f32   %f6, %f1, %f5").size(),
               "neg.f32 %f6, %f5");
  auto const flow = analyze_ptx(text, "", in_struct);
  REQUIRE(flow.known);
  CHECK(flow.inputs[0].reaches_output);
  auto const store = text.find("st.shared");
  text.replace(store, text.find(';', store) - store, "bar.sync 0");
  CHECK_FALSE(analyze_ptx(text, "", in_struct).inputs[0].reaches_output);
}

TEST_CASE("ptx: gather depends on the table and on the index") {
  std::vector<ptx_operand> const operands{input("table", 0, 0), input("idx", 1, 0), output(2, 0)};
  auto const flow = analyze_ptx(ptx_samples::gather, "", operands);
  REQUIRE(flow.known);
  CHECK(flow.inputs[0].reaches_output);
  CHECK(flow.inputs[1].reaches_output);
  CHECK(verdict(flow, {"table", "idx"}).passed);
}

TEST_CASE("ptx: a constant store is proved, a selection of constants by data is none") {
  auto const flow = analyze_ptx(ptx_samples::constant, "constant", in_struct);
  REQUIRE(flow.known);
  CHECK(flow.only_constants_stored);
  CHECK_FALSE(flow.inputs[0].loaded);
  auto const result = verdict(flow, {"x"});
  CHECK_FALSE(result.passed);
  CHECK(result.reason.find("nothing but constants") != std::string::npos);
  CHECK(result.reason.find("no load from x") != std::string::npos);
  CHECK_FALSE(analyze_ptx(ptx_samples::one_hot, "", plain).only_constants_stored);
  CHECK(verdict(analyze_ptx(ptx_samples::one_hot, "", plain), {"x"}).passed);
  auto const branch = analyze_ptx(ptx_samples::module, "mask_by_branch", plain);
  CHECK_FALSE(branch.only_constants_stored);
  CHECK(branch.inputs[0].reaches_output);
}

TEST_CASE("ptx: an input that is loaded and not used is found, by name") {
  auto const flow = analyze_ptx(ptx_samples::ignored, "ignored", two_in_struct);
  REQUIRE(flow.known);
  CHECK(flow.inputs[0].reaches_output);
  CHECK(flow.inputs[1].loaded);
  CHECK_FALSE(flow.inputs[1].reaches_store);
  CHECK_FALSE(verdict(flow, {"a", "b"}).passed);
  CHECK(verdict(flow, {"a", "b"}).reason.find("no load from b") != std::string::npos);
  CHECK(verdict(flow, {"a"}).passed);
}

TEST_CASE("ptx: atomics in shared and global memory, cp.async, inline assembly") {
  auto const dot = analyze_ptx(ptx_samples::dot, "dot", two_in_struct);
  REQUIRE(dot.known);
  CHECK(dot.inputs[0].reaches_output);
  CHECK(dot.inputs[1].reaches_output);
  std::vector<ptx_operand> const operands{input("x", 0, 0), input("w", 1, 0), output(2, 0)};
  auto const staged = analyze_ptx(ptx_samples::module, "staged", operands);
  REQUIRE_MESSAGE(staged.known, staged.unknown_because);
  CHECK(staged.inputs[0].reaches_output);
  CHECK(staged.inputs[1].reaches_output);
  CHECK(analyze_ptx(ptx_samples::module, "vector_parameter", plain).inputs[0].reaches_output);
}

/// A kernel of one parameter, the struct {x, w, y}, with these instructions.
ptx_flow flow_of(std::string const& body) {
  std::string const head = ".visible .entry k(\n .param .align 8 .b8 k_param_0[24]\n)\n{\n";
  return analyze_ptx(head + body + "\nret;\n}", "k",
                     {input("x", 0, 0), input("w", 0, 8), output(0, 16)});
}

std::string const load_pointers = R"(
  ld.param.v2.u64 {%rd1, %rd2}, [k_param_0];
  mov.b64 %rd8, k_param_0;
  add.s64 %rd9, %rd8, 24;
  ld.param.u64 %rd3, [%rd9+-8];)";

TEST_CASE("ptx: parameters by vector loads and by address arithmetic") {
  auto const flow =
      flow_of(load_pointers + "ld.global.f32 %f1, [%rd2]; st.global.f32 [%rd3], %f1;");
  REQUIRE_MESSAGE(flow.known, flow.unknown_because);
  CHECK_FALSE(flow.inputs[0].loaded);
  CHECK(flow.inputs[1].reaches_output);
  CHECK(flow.stores_output);
  auto const unresolved = flow_of("mov.b64 %rd1, k_param_0; mad.lo.s64 %rd2, %rd5, 8, %rd1;"
                                  "ld.param.u64 %rd3, [%rd2]; st.global.u64 [%rd3], 0;");
  CHECK_FALSE(unresolved.known);
}

TEST_CASE("ptx: an index reaches the output through the address of a load and of a store") {
  auto const gather = flow_of(load_pointers + R"(
    ld.global.u64 %rd4, [%rd1]; add.s64 %rd5, %rd2, %rd4;
    ld.global.f32 %f1, [%rd5]; st.global.f32 [%rd3], %f1;)");
  CHECK(gather.inputs[0].reaches_output);
  auto const scatter = flow_of(load_pointers + R"(
    ld.global.u64 %rd4, [%rd1]; add.s64 %rd5, %rd3, %rd4; st.global.f32 [%rd5], 0f3F800000;)");
  CHECK(scatter.inputs[0].reaches_output);
  CHECK_FALSE(scatter.only_constants_stored);
  CHECK(scatter.stored_inputs.empty());
}

TEST_CASE("ptx: a guard reaches the store and the register it guards") {
  std::string const compare = load_pointers + R"(
    ld.global.f32 %f1, [%rd1]; setp.gt.f32 %p1, %f1, 0f00000000;)";
  auto const store = flow_of(compare + "@!%p1 st.global.f32 [%rd3], 0f3F800000;");
  CHECK(store.inputs[0].reaches_output);
  CHECK_FALSE(store.only_constants_stored);
  auto const move = flow_of(compare + "@%p1 mov.f32 %f2, 0f00000000; st.global.f32 [%rd3], %f2;");
  CHECK(move.inputs[0].reaches_output);
}

TEST_CASE("ptx: global memory written and read back carries a value") {
  auto const flow = flow_of(load_pointers + R"(
    ld.global.f32 %f1, [%rd1]; st.global.f32 [%rd2], %f1;
    ld.global.f32 %f2, [%rd2]; st.global.f32 [%rd3], %f2;)");
  CHECK(flow.inputs[0].reaches_output);
  CHECK(flow.stored_inputs == std::vector<std::string>{"w"});
}

TEST_CASE("ptx: what cannot be followed is unknown and never a finding") {
  std::vector<ptx_operand> const operands{input("x0", 0, 0), input("x1", 0, 8), output(0, 32)};
  auto const indexed = analyze_ptx(ptx_samples::indexed, "indexed", operands);
  CHECK_FALSE(indexed.known);
  CHECK(indexed.unknown_because.find("pointer in memory") != std::string::npos);
  CHECK(verdict(indexed, {"x0", "x1"}).passed);
  auto const calls = analyze_ptx(ptx_samples::module, "calls", plain);
  CHECK_FALSE(calls.known);
  CHECK(verdict(calls, {"x"}).passed);
  CHECK(verdict(calls, {"x"}).reason.find("calls a function") != std::string::npos);
  CHECK_FALSE(analyze_ptx(ptx_samples::softmax, "absent", in_struct).known);
}

TEST_CASE("ptx: a store to an input and a clock are found") {
  auto const flow = analyze_ptx(ptx_samples::in_place, "in_place", plain);
  REQUIRE(flow.known);
  CHECK(flow.stored_inputs == std::vector<std::string>{"x"});
  CHECK(flow.clocks == std::vector<std::string>{"%clock64"});
  CHECK_FALSE(verdict(flow, {"x"}).passed);
}

TEST_CASE("source_analysis: several kernels are judged together") {
  auto const clear = analyze_ptx(ptx_samples::constant, "", in_struct);
  auto const work = analyze_ptx(ptx_samples::softmax, "", in_struct);
  CHECK(source_analysis({{}, {clear, work}, {"x"}}).passed);
  CHECK_FALSE(source_analysis({{}, {clear, clear}, {"x"}}).passed);
}

TEST_CASE("source_analysis: findings in the text fail, but constant stores prove nothing alone") {
  source_facts facts{find_in_source("if (n == 4096) return;", {4096}), {}, {"x"}};
  CHECK_FALSE(source_analysis(facts).passed);
  CHECK(source_analysis(facts).reason.find("line 1") != std::string::npos);
  facts.findings = find_in_source("part[i] = 0;", {});
  CHECK(facts.findings.size() == 1);
  CHECK(source_analysis(facts).passed);
  CHECK(source_analysis({{}, {}, {"x"}}).reason.find("no PTX") != std::string::npos);
}

}  // namespace
