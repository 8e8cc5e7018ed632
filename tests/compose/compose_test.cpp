// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Compositions: the pattern each is lowered to, the operands its signature lists, and the values
// its body gives, with operations that show a swapped operand or a lost parameter.
#include <pallasbench/compose/compose.hpp>
#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/dropout.hpp>
#include <pallasbench/ops/gather.hpp>
#include <pallasbench/ops/gelu.hpp>
#include <pallasbench/ops/layer_norm.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/ops/softmax.hpp>
#include <pallasbench/tile/registers.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <type_traits>

namespace {

using namespace pb;
using enum operand;

static_assert(draws<ops::dropout> && !draws<ops::gelu>);
static_assert(draws<decltype(ops::bias{} | ops::dropout{} | ops::relu{})>);
static_assert(!draws<decltype(ops::bias{} | ops::gelu{})>);

/// x - y: not commutative, so that operands in the wrong order show.
struct minus {
  using signature = map_of<tile, tile>;
  template <class X, class Y>
  auto operator()(X const& x, Y const& y) const {
    return x - y;
  }
};

/// factor x
struct scaled {
  using signature = map_of<tile>;
  double factor = 1;
  template <class X>
  auto operator()(X const& x) const {
    return factor * x;
  }
};

/// x y + z
struct weighted {
  using signature = map_of<tile, tile, tile>;
  template <class X, class Y, class Z>
  auto operator()(X const& x, Y const& y, Z const& z) const {
    return x * y + z;
  }
};

pb::tile<double, 1, no_rows> element(double x) { return {{x}, {}}; }

template <class Op, class... X>
double at(Op const& op, X... x) {
  return op(element(x)...).at(0);
}

template <class Op, class Signature>
constexpr bool has_signature = std::is_same_v<typename Op::signature, Signature>;

using product = signature_of<pattern_kind::contract, tile, matrix>;

TEST_CASE("compose: maps, in order, with the operands of each") {
  constexpr auto op = minus{} | scaled{2} | ops::bias{};
  static_assert(
      has_signature<decltype(minus{} | scaled{2} | ops::bias{}), map_of<tile, tile, row_vector>>);
  CHECK(at(op, 7.0, 3.0, 100.0) == 2 * (7 - 3) + 100);
  CHECK(at(ops::bias{} | minus{}, 1.0, 10.0, 100.0) == 1 + 10 - 100);
  CHECK(at(scaled{3} | ops::relu{}, -1.0) == 0);
  CHECK(at(minus{} | weighted{}, 7.0, 3.0, 5.0, 100.0) == (7 - 3) * 5 + 100);
  CHECK(at(weighted{} | minus{}, 7.0, 3.0, 5.0, 100.0) == 7 * 3 + 5 - 100);
}

TEST_CASE("compose: bias | gelu is gelu of the sum") {
  using op = decltype(ops::bias{} | ops::gelu{});
  static_assert(has_signature<op, map_of<tile, row_vector>>);
  CHECK(at(op{}, 0.25, 0.5) == at(ops::gelu{}, 0.75));
  CHECK(at(op{}, 0.25, 0.5) != at(ops::gelu{}, 0.25) + 0.5);
}

TEST_CASE("compose: three steps are the same however they are grouped") {
  auto const left = (minus{} | scaled{2}) | ops::bias{};
  auto const right = minus{} | (scaled{2} | ops::bias{});
  static_assert(has_signature<std::remove_cvref_t<decltype(left)>, decltype(right)::signature>);
  CHECK(at(left, 7.0, 3.0, 100.0) == at(right, 7.0, 3.0, 100.0));
}

TEST_CASE("compose: maps behind a product are its epilogue, in order") {
  constexpr auto op = ops::matmul{} | ops::bias{} | ops::relu{};
  using epilogue = pipe<pattern_kind::map, ops::bias, ops::relu>;
  static_assert(std::is_same_v<decltype(op), contraction<identity_op, epilogue> const>);
  static_assert(has_signature<contraction<identity_op, epilogue>,
                              signature_of<pattern_kind::contract, tile, matrix, row_vector>>);
  CHECK(at(op.epilogue, 2.0, -5.0) == 0);
  CHECK(at(op.epilogue, -2.0, 5.0) == 3);  // relu before bias would give 5
  CHECK(at(op.prologue, -2.0) == -2);
}

TEST_CASE("compose: maps in front of a product are its prologue, in order") {
  constexpr auto op = ops::bias{} | ops::relu{} | ops::matmul{};
  using prologue = pipe<pattern_kind::map, ops::bias, ops::relu>;
  static_assert(std::is_same_v<decltype(op), contraction<prologue, identity_op> const>);
  static_assert(has_signature<contraction<prologue, identity_op>,
                              signature_of<pattern_kind::contract, tile, row_vector, matrix>>);
  CHECK(at(op.prologue, -2.0, 5.0) == 3);
  static_assert(std::is_same_v<decltype(scaled{} | (minus{} | ops::matmul{})),
                               contraction<pipe<pattern_kind::map, scaled, minus>, identity_op>>);
  CHECK(at((scaled{2} | (minus{} | ops::matmul{})).prologue, 5.0, 1.0) == 9);
}

TEST_CASE("compose: both sides of a product, with their operands around the matrix") {
  auto const op = minus{} | ops::matmul{} | ops::bias{};
  using type = std::remove_cvref_t<decltype(op)>;
  static_assert(
      has_signature<type, signature_of<pattern_kind::contract, tile, tile, matrix, row_vector>>);
  static_assert(operand_of<type, 2> == matrix && operand_of<type, 3> == row_vector);
  static_assert(has_signature<ops::matmul, product>);
  static_assert(has_signature<decltype(ops::relu{} | ops::matmul{} | ops::relu{}), product>);
}

TEST_CASE("compose: maps and rows in any order are rows") {
  using enum pattern_kind;
  static_assert(pattern_of<decltype(ops::relu{} | ops::relu{})> == map);
  static_assert(pattern_of<decltype(ops::bias{} | ops::softmax{})> == rows);
  static_assert(pattern_of<decltype(ops::softmax{} | ops::relu{})> == rows);
  static_assert(pattern_of<decltype(ops::layer_norm{} | ops::softmax{})> == rows);
  static_assert(has_signature<decltype(ops::bias{} | ops::layer_norm{} | minus{}),
                              rows_of<tile, row_vector, row_vector, row_vector, tile>>);
}

TEST_CASE("compose: maps behind a lookup are its epilogue") {
  auto const op = ops::gather{} | ops::bias{} | scaled{3};
  using type = std::remove_cvref_t<decltype(op)>;
  static_assert(
      has_signature<type, signature_of<pattern_kind::index, tile, operand::index, row_vector>>);
  CHECK(at(op.epilogue, 2.0, 5.0) == 21);
}

TEST_CASE("compose: parameters are carried through") {
  CHECK((ops::layer_norm{.eps = 0.5} | ops::relu{}).first.eps == 0.5);
  CHECK((scaled{2} | ops::layer_norm{.eps = 0.25}).then.eps == 0.25);
  CHECK((scaled{2} | scaled{5} | ops::matmul{}).prologue.then.factor == 5);
  CHECK((ops::matmul{} | scaled{2} | scaled{7}).epilogue.then.factor == 7);
  CHECK(at((ops::gather{} | scaled{4}).epilogue, 3.0) == 12);
  CHECK((scaled{2} | (ops::matmul{} | scaled{9})).epilogue.factor == 9);
}

}  // namespace
