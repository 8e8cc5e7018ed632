// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The texts come from the body: another constant, another operation or another order of the same
// operations gives other texts, and the constant is in them.
#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/gather.hpp>
#include <pallasbench/ops/gelu.hpp>
#include <pallasbench/ops/kmer_count.hpp>
#include <pallasbench/ops/layer_norm.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/trace/record_call.hpp>
#include <pallasbench/trace/stablehlo.hpp>

#include <doctest/doctest.h>

#include <string>

namespace {

using namespace pb;

/// factor x + offset
struct affine {
  using signature = map_of<operand::tile>;
  double factor = 1, offset = 0;
  template <class X>
  auto operator()(X const& x) const {
    return factor * x + offset;
  }
};

/// offset + x factor: the operands of affine in another order
struct turned_affine {
  using signature = map_of<operand::tile>;
  double factor = 1, offset = 0;
  template <class X>
  auto operator()(X const& x) const {
    return offset + x * factor;
  }
};

/// x - y
struct difference {
  using signature = map_of<operand::tile, operand::tile>;
  template <class X, class Y> auto operator()(X const& x, Y const& y) const { return x - y; }
};

struct text_pair {
  std::string stablehlo, jaxpr;
};

/// Both texts, under one name whatever the body.
template <class T = float, operation Body>
text_pair texts(Body const& body, extents const& dims) {
  auto const call = call_of<Body, T>::make(body, dims);
  auto const plan = call.template plan_for<tiling::clamped<65536>>();
  return {trace::to_stablehlo(trace::record(call, "same")),
          trace::to_jaxpr(trace::pallas_form(call, plan, "same"))};
}

void check_differ(text_pair const& a, text_pair const& b) {
  CHECK(a.stablehlo != b.stablehlo);
  CHECK(a.jaxpr != b.jaxpr);
}

void check_both_contain(text_pair const& a, std::string const& part) {
  CHECK(a.stablehlo.find(part) != std::string::npos);
  CHECK(a.jaxpr.find(part) != std::string::npos);
}

TEST_CASE("bodies: the same body twice gives the same texts") {
  auto const a = texts(affine{2, 3}, {100}), b = texts(affine{2, 3}, {100});
  CHECK(a.stablehlo == b.stablehlo);
  CHECK(a.jaxpr == b.jaxpr);
}

TEST_CASE("bodies: a changed constant is in both texts") {
  auto const before = texts(affine{0.5, 3.25}, {100});
  check_differ(before, texts(affine{0.5, 3.5}, {100}));
  check_differ(before, texts(affine{0.75, 3.25}, {100}));
  check_both_contain(before, "3.25");
  check_both_contain(texts(affine{0.5, 1234.5}, {100}), "1234.5");
}

TEST_CASE("bodies: operands stand in the order of the body") {
  auto const [stablehlo, jaxpr] = texts(difference{}, {100});
  CHECK(stablehlo.find("stablehlo.subtract %arg0, %arg1") != std::string::npos);
  CHECK(jaxpr.find(" = sub g h") != std::string::npos);
}

TEST_CASE("bodies: another eps") {
  extents const dims{5, 7};
  auto const plain = texts(ops::layer_norm{}, dims);
  check_differ(plain, texts(ops::layer_norm{.eps = 1e-3}, dims));
  check_differ(texts(ops::layer_norm{.eps = 1e-3} | ops::relu{}, dims),
               texts(ops::layer_norm{.eps = 1e-4} | ops::relu{}, dims));
  check_both_contain(texts(ops::layer_norm{.eps = 0.125}, dims), "0.125");
}

TEST_CASE("bodies: the constants of prologues, epilogues and windows") {
  extents const dims{3, 4, 5};
  check_differ(texts(affine{2} | ops::matmul{}, dims), texts(affine{3} | ops::matmul{}, dims));
  check_differ(texts(ops::matmul{} | affine{2}, dims), texts(ops::matmul{} | affine{3}, dims));
  check_differ(texts(affine{2} | ops::matmul{}, dims), texts(ops::matmul{} | affine{2}, dims));
  check_differ(texts(ops::gather{} | affine{2}, dims), texts(ops::gather{} | affine{3}, dims));
  check_differ(texts<u8>(ops::kmer_count{.k = 3}, {50}), texts<u8>(ops::kmer_count{.k = 4}, {50}));
}

TEST_CASE("bodies: other operations, or the same in another order") {
  check_differ(texts(ops::gelu{}, {100}), texts(ops::gelu_erf{}, {100}));
  check_differ(texts(affine{2, 3}, {100}), texts(turned_affine{2, 3}, {100}));
  check_differ(texts(ops::bias{} | ops::relu{}, {3, 4}), texts(ops::relu{} | ops::bias{}, {3, 4}));
  check_differ(texts(ops::relu{}, {100}), texts(ops::relu{} | ops::relu{}, {100}));
}

TEST_CASE("bodies: other extents and element types") {
  check_differ(texts(ops::relu{}, {100}), texts(ops::relu{}, {101}));
  check_differ(texts<float>(ops::relu{}, {100}), texts<double>(ops::relu{}, {100}));
  check_both_contain(texts<double>(ops::relu{}, {100}), "f64");
}

TEST_CASE("bodies: the Jaxpr's blocks and grid are the plan's") {
  auto const jaxpr = texts(ops::matmul{}, {300, 7, 129}).jaxpr;
  CHECK(jaxpr.find("grid=(3, 2)") != std::string::npos);
  auto const blocks = "f32[128,7]} e:Ref<default>{f32[7,128]} f:Ref<default>{f32[128,128]}";
  CHECK(jaxpr.find(blocks) != std::string::npos);
  CHECK(texts(ops::relu{}, {5000}).jaxpr.find("grid=(3,)") != std::string::npos);
}

}  // namespace
