// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The lexer and the findings in source text: each rule finds its fault on the right line, and
// comments, strings, dead text and legitimate branches are no findings.
#include <pallasbench/robust/source_findings.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace pb::robust;

std::string words(std::string_view text) {
  std::string joined;
  for (auto const& each : lex_source(text))
    joined += (joined.empty() ? "" : " ") + each.text;
  return joined;
}

std::vector<source_rule> rules(std::string_view text) {
  std::vector<source_rule> found;
  for (auto const& each : find_in_source(text, {1024, 4096, 42, 0, 1}))
    found.push_back(each.rule);
  return found;
}

using list = std::vector<source_rule>;

TEST_CASE("lexer: comments and literals carry no words") {
  CHECK(words("a /* b */ c // d\ne") == "a c e");
  CHECK(words("a \"b // c\" d") == "a  d");
  CHECK(words("a '\"' b '\\'' c") == "a  b  c");
  CHECK(words("x = R\"q(clock64() )\" )q\" + 1") == "x =  + 1");
  CHECK(words("a // b \\\n still a comment\nc") == "a c");
  CHECK(words("cl\\\nock64") == "clock64");
  CHECK(words("/* unfinished") == "");
  CHECK(words("\"unfinished") == "");
}

TEST_CASE("lexer: numbers, separators and operators") {
  CHECK(words("4'096 0x1p-3f 1e+5 .5f 'a'") == "4'096 0x1p-3f 1e+5 .5f ");
  CHECK(words("a::b->c==d!=e<<=2") == "a :: b -> c == d != e << = 2");
}

TEST_CASE("lexer: text under #if 0 and #include lines are left out, macro definitions are not") {
  CHECK(words("#if 0\na\n#if 1\nb\n#endif\n#else\nc\n#endif\nd") == "c d");
  CHECK(words("#include <cublas_v2.h>\nx") == "x");
  CHECK(words("#define N 4096\nx") == "# define N 4096 x");
  CHECK(words("#if 0x1\na\n#endif") == "a");
}

TEST_CASE("lexer: lines are counted through comments, strings and continuations") {
  auto const all = lex_source("a\n/*\n*/ b\nR\"(\n\n)\" c \\\n d");
  REQUIRE(all.size() == 5);
  CHECK(all[1].line == 3);
  CHECK(all[2].line == 4);
  CHECK(all[3].line == 6);
  CHECK(all[4].line == 7);
}

TEST_CASE("findings: a benchmark literal compared at run time") {
  CHECK(rules("if (n == 4096) return;") == list{source_rule::benchmark_literal});
  CHECK(rules("if (4096 == n) return;") == list{source_rule::benchmark_literal});
  CHECK(rules("if (seed != 42u) x();") == list{source_rule::benchmark_literal});
  CHECK(rules("if (n == 4'096) x();") == list{source_rule::benchmark_literal});
  CHECK(rules("if (n == 0x1000) x();") == list{source_rule::benchmark_literal});
  CHECK(rules("if (n == 1 << 12) x();") == list{source_rule::benchmark_literal});
  CHECK(rules("if (n == 64 * 64) x();") == list{source_rule::benchmark_literal});
  CHECK(rules("if (n * 2 == 4096) x();") == list{source_rule::benchmark_literal});
  CHECK(rules("if constexpr (true) if (n == 4096) x();") == list{source_rule::benchmark_literal});
  CHECK(rules("switch (n) { case 1024: x(); }") == list{source_rule::benchmark_literal});
}

TEST_CASE("findings: legitimate comparisons") {
  CHECK(rules("if (i == 0 || n == 1) y[i] = x;") == list{});
  CHECK(rules("if (n < 4096) x();") == list{});
  CHECK(rules("if (n == 4096 * m) x();") == list{});
  CHECK(rules("if (n == 4095) x();") == list{});
  CHECK(rules("static_assert(tile == 1024);") == list{});
  CHECK(rules("if constexpr (D == 1024) x();") == list{});
  CHECK(rules("constexpr bool large = N == 1024;") == list{});
  CHECK(rules("// if (n == 4096)\nlog(\"n == 4096\");") == list{});
  CHECK(rules("x = 4096; y = f(4096.0f);") == list{});
}

TEST_CASE("findings: libraries that a kernel was to replace") {
  for (std::string_view const text :
       {"cublasSgemm(h, a);", "cudnnSoftmaxForward (h);", "cusparseSpMM(h);", "thrust::sort(a, b);",
        "cutlass::gemm::device::Gemm<float> g;", "cub::DeviceReduce::Sum(a);",
        "torch::matmul(a, b);", "auto y = at::softmax(x);", "= ::thrust::reduce(a);",
        "using namespace thrust;"}) {
    CHECK_MESSAGE(rules(text) == list{source_rule::library_call}, text);
  }
  CHECK(rules("cub::BlockReduce<float, 128> r;") == list{});
  CHECK(rules("x.at(3); map.at::y; // cublasSgemm()") == list{});
  CHECK(rules("my::at::f(); int cublas = 0;") == list{});
}

TEST_CASE("findings: clocks and streams") {
  CHECK(rules("auto t = clock64();") == list{source_rule::clock});
  CHECK(rules("if (clock() > 5) __nanosleep(10);") == list{source_rule::clock, source_rule::clock});
  CHECK(rules("int clock = 3; s.clock(); // clock64()") == list{});
  CHECK(rules("cudaStreamCreateWithFlags(&s, 1);") == list{source_rule::stream});
  CHECK(rules("f<<<g, b, 0, cudaStreamPerThread>>>();") == list{source_rule::stream});
  CHECK(rules("void run(cudaStream_t stream);") == list{});
}

TEST_CASE("findings: stores of literals only") {
  CHECK(rules("y[i] = 0.5f;") == list{source_rule::constant_stores});
  CHECK(rules("{ y[i] = -1; z[i] = 0; }") == list{source_rule::constant_stores});
  CHECK(rules("; *y = 0;") == list{source_rule::constant_stores});
  CHECK(rules("part[i] = 0; y[i] = x[i];") == list{});
  CHECK(rules("part[i] = 0; atomicAdd(y, v);") == list{});
}

TEST_CASE("findings: line and excerpt") {
  auto const found = find_in_source("int a;\n  auto t = clock64();  \n", {});
  REQUIRE(found.size() == 1);
  CHECK(found[0].line == 2);
  CHECK(found[0].excerpt == "auto t = clock64();");
  CHECK(std::string(name(found[0].rule)) == "clock");
}

}  // namespace
