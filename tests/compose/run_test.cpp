// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Compositions run on the host executors: operands reach the step they were written for, and a
// body's parameters reach its arithmetic.
#include <pallasbench/compose/compose.hpp>
#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/layer_norm.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/patterns/bind.hpp>
#include <pallasbench/patterns/contract/contract_host.hpp>
#include <pallasbench/patterns/rows/rows_host.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>

namespace {

using namespace pb;

template <class Body, class Out, class... In>
void run(Body const& body, Out const& out, In const&... in) {
  auto const bound = bind(body, out, in...);
  REQUIRE(bound.status.ok());
  host::run(bound.call, bound.call.template plan_for<tiling::clamped<65536>>());
}

// a = (1 -2; 3 4; -5 6), b = (1 2; 3 -4): a b = (-5 10; 15 -10; 13 -34)
std::array<float, 6> const a = {1, -2, 3, 4, -5, 6};
std::array<float, 4> const b = {1, 2, 3, -4};
auto const a_view = make_view(a.data(), 3, 2);
auto const b_view = make_view(b.data(), 2, 2);

TEST_CASE("run: matmul | bias | relu") {
  std::array<float, 2> const vector = {6, -9};
  std::array<float, 6> c{};
  run(ops::matmul{} | ops::bias{} | ops::relu{}, make_view(c.data(), 3, 2), a_view, b_view,
      make_view(vector.data(), 2));
  CHECK(c == std::array<float, 6>{1, 1, 21, 0, 19, 0});
}

TEST_CASE("run: relu | matmul") {
  std::array<float, 6> c{};
  run(ops::relu{} | ops::matmul{}, make_view(c.data(), 3, 2), a_view, b_view);
  CHECK(c == std::array<float, 6>{1, 2, 15, -10, 18, -24});  // relu(a) = (1 0; 3 4; 0 6)
}

TEST_CASE("run: bias | matmul | bias: each vector on its own side") {
  std::array<float, 2> const before = {10, 0}, after = {100, 1000};
  std::array<float, 6> c{};
  run(ops::bias{} | ops::matmul{} | ops::bias{}, make_view(c.data(), 3, 2), a_view,
      make_view(before.data(), 2), b_view, make_view(after.data(), 2));
  // 10 more in the first column of a adds (10 20) to each row.
  CHECK(c == std::array<float, 6>{105, 1030, 125, 1010, 123, 986});
}

TEST_CASE("run: the eps of a composed layer_norm is the one given") {
  std::array<float, 4> const x = {-1, 1, -1, 1}, gamma = {1, 1, 1, 1}, beta{};
  std::array<float, 4> y{};
  for (double const eps : {0.0, 3.0}) {
    run(ops::layer_norm{.eps = eps} | ops::relu{}, make_view(y.data(), 1, 4),
        make_view(x.data(), 1, 4), make_view(gamma.data(), 4), make_view(beta.data(), 4));
    float const expected = static_cast<float>(1 / std::sqrt(1 + eps));
    CHECK(y == std::array<float, 4>{0, expected, 0, expected});
  }
}

TEST_CASE("run: views of other extents are refused, by the argument's number") {
  std::array<float, 6> c{};
  auto const out = make_view(c.data(), 3, 2);
  auto const wide = bind(ops::matmul{}, out, a_view, make_view(a.data(), 3, 2));
  CHECK_FALSE(wide.status.ok());
  CHECK(wide.status.what == status::reason::wrong_extents);
  CHECK(wide.status.argument == 1);
  CHECK(wide.status.given == extents{3, 2});
  CHECK(wide.status.allowed == extents{2, 2});
  auto const small = bind(ops::matmul{}, make_view(c.data(), 2, 3), a_view, b_view);
  CHECK(small.status.argument == -1);
  CHECK(small.status.allowed == extents{3, 2});
}

}  // namespace
