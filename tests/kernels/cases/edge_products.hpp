// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of matrix products and of what is built on them: fusions, attention, blocks. E0xx: the
// numbers of a catalogue of inputs that have broken kernels of this kind. Include an executor's
// header first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_EDGE_PRODUCTS_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_EDGE_PRODUCTS_HPP

#include <pallasbench/kernels/level1/matmul.hpp>
#include <pallasbench/kernels/level2/fused_matmul_bias.hpp>
#include <pallasbench/kernels/level2/fused_matmul_relu.hpp>
#include <pallasbench/kernels/level2/fused_relu_matmul.hpp>
#include <pallasbench/kernels/level3/attention_forward.hpp>
#include <pallasbench/kernels/level3/mlp_block.hpp>
#include <pallasbench/kernels/level3/transformer_block.hpp>

#include <numeric>

#include "support/literals.hpp"
#include "support/next_kernel.hpp"
#include "support/run_call.hpp"

namespace pb::test {

/// A matrix of small integers, in the order of memory.
template <class F>
std::vector<double> matrix_of(i64 rows, i64 columns, F const& element) {
  std::vector<double> result;
  for (i64 r = 0; r < rows; ++r)
    for (i64 c = 0; c < columns; ++c)
      result.push_back(static_cast<double>(element(r, c)));
  return result;
}

inline i64 a_at(i64 i, i64 k) { return (i + 2 * k) % 3 - 1; }
inline i64 b_at(i64 k, i64 j) { return (3 * k + j) % 5 - 2; }
inline i64 relu_of(i64 x) { return x < 0 ? 0 : x; }

/// Row i of map(A) times column j of B, K terms.
template <class Map>
i64 product_at(i64 i, i64 j, i64 terms, Map const& map) {
  i64 sum = 0;
  for (i64 k = 0; k < terms; ++k)
    sum += map(a_at(i, k)) * b_at(k, j);
  return sum;
}

/// The products of A[M, K] and B[K, N] in elements of type T, NaN around them: integers, so exact.
template <class Executor, class T>
void check_integer_products(i64 m, i64 n, i64 k) {
  auto const same = [](i64 x) { return x; };
  auto const bias_at = [](i64, i64 j) { return j % 3 - 1; };
  auto const a = as<T>(matrix_of(m, k, a_at)), b = as<T>(matrix_of(k, n, b_at));
  auto const bias = as<T>(matrix_of(1, n, bias_at));
  auto const c = [&](i64 i, i64 j) { return product_at(i, j, k, same); };
  auto const check = [&](auto const& c_at, auto const& body, auto const&... in) {
    check_values<Executor>(matrix_of(m, n, c_at), exact, body, {m, k, n}, in...);
  };
  check(c, kernels::matmul::body{}, a, b);
  check([&](i64 i, i64 j) { return c(i, j) + bias_at(0, j); }, kernels::fused_matmul_bias::body{},
        a, b, bias);
  check([&](i64 i, i64 j) { return relu_of(c(i, j)); }, kernels::fused_matmul_relu::body{}, a, b);
  check([&](i64 i, i64 j) { return product_at(i, j, k, relu_of); },
        kernels::fused_relu_matmul::body{}, a, b);
  // The block's second product selects: y[i, e] is hidden unit e mod N.
  auto const selection = matrix_of(n, k, [&](i64 j, i64 e) { return j == e % n; });
  auto const y = matrix_of(m, k, [&](i64 i, i64 e) { return relu_of(c(i, e % n)); });
  std::vector<T> const no_b1(static_cast<std::size_t>(n), T(0));
  std::vector<T> const no_b2(static_cast<std::size_t>(k), T(0));
  check_values<Executor>(y, exact, kernels::mlp_block::body{}, {m, k, n}, a, b, no_b1,
                         as<T>(selection), no_b2);
}

/// A as queries [M, K], the columns of B as keys and rows like A's as values, both [N, K].
template <class Executor, class T>
void check_integer_attention(tolerance tol, i64 m, i64 n, i64 k) {
  auto const keys = matrix_of(n, k, [](i64 j, i64 d) { return b_at(d, j); });
  check_reference<Executor>(tol, kernels::attention_forward::body{}, {1, 1, m, n, k},
                            as<T>(matrix_of(m, k, a_at)), as<T>(keys),
                            as<T>(matrix_of(n, k, a_at)));
}

template <class Executor, class T>
void check_products_off_the_tile(tolerance attention_rounding) {
  // M, N, K
  for (extents const& e :
       {extents{1, 1, 1}, {1, 5, 33}, {17, 33, 65}, {129, 65, 31}, {64, 64, 63}}) {
    check_integer_products<Executor, T>(e[0], e[1], e[2]);
    check_integer_attention<Executor, T>(attention_rounding, e[0], e[1], e[2]);
  }
}

TEST_CASE_TEMPLATE("E023 products, attention, blocks: sizes off the tile", Tiling, clamped,
                   whole_array) {
  auto const c =
      matrix_of(17, 33, [](i64 i, i64 j) { return product_at(i, j, 65, [](i64 x) { return x; }); });
  CHECK(c.front() == 1);
  CHECK(c.back() == 1);
  CHECK(std::accumulate(c.begin(), c.end(), 0.0) == 4);
  check_products_off_the_tile<executor<Tiling>, float>(f32_product);
}

TEST_CASE("E023 products, attention, blocks: sizes off the tile, f16") {
  check_products_off_the_tile<executor<clamped>, f16>({1e-3, 1e-3});
}

TEST_CASE("E023 products, attention, blocks: sizes off the tile, bf16") {
  check_products_off_the_tile<executor<clamped>, bf16>({1e-2, 1.6e-2});
}

TEST_CASE_TEMPLATE("E022 products and mlp_block: an inner dimension of 0 gives zeros", Tiling,
                   clamped, whole_array) {
  std::vector<float> const none, x(9, 1.0f), zeros(3, 0.0f);
  std::vector<double> const c(9, 0);
  extents const dims{3, 0, 3};
  check_values<executor<Tiling>>(c, exact, kernels::matmul::body{}, dims, none, none);
  check_next_kernel<Tiling>();
  check_values<executor<Tiling>>(c, exact, kernels::fused_matmul_relu::body{}, dims, none, none);
  check_values<executor<Tiling>>(c, exact, kernels::fused_relu_matmul::body{}, dims, none, none);
  // x[3, 0] has nothing to give; with no hidden units, b2 is left.
  check_values<executor<Tiling>>({}, exact, kernels::mlp_block::body{}, dims, none, none, zeros,
                                 none, none);
  check_values<executor<Tiling>>(c, exact, kernels::mlp_block::body{}, {3, 3, 0}, x, none, none,
                                 none, zeros);
  check_next_kernel<Tiling>();
}

TEST_CASE_TEMPLATE("E024 products and attention: 0 times inf", Tiling, clamped, whole_array) {
  struct {
    std::vector<float> a, b;
  } const pairs[] = {{{0, 1}, {infinity, 2}}, {{1, 1}, {infinity, -infinity}}};
  for (auto const& [a, b] : pairs) {
    check_values<executor<Tiling>>({nan}, exact, kernels::matmul::body{}, {1, 2, 1}, a, b);
    check_values<executor<Tiling>>({nan}, exact, kernels::fused_relu_matmul::body{}, {1, 2, 1}, a,
                                   b);
    // One query, one key: the score is the product.
    check_values<executor<Tiling>>({nan, nan}, exact, kernels::attention_forward::body{},
                                   {1, 1, 1, 1, 2}, a, b, std::vector<float>{3, 4});
  }
  // Each element of a product is a sum of its own.
  check_values<executor<Tiling>>({nan, nan, infinity, nan}, exact, kernels::matmul::body{},
                                 {2, 2, 2}, std::vector<float>{0, 1, 1, 1},
                                 std::vector<float>{infinity, nan, 2, 3});
}

TEST_CASE_TEMPLATE("E029 attention_forward: a row of -inf is NaN, and no other", Tiling, clamped,
                   whole_array) {
  std::vector<float> const values{2, 5, 4};
  // Two heads, whose scores are their keys.
  check_values<executor<Tiling>>(
      {nan, 3}, f32_rounding, kernels::attention_forward::body{}, {1, 2, 1, 3, 1},
      std::vector<float>{1, 1},
      std::vector<float>{-infinity, -infinity, -infinity, 0, -infinity, 0},
      std::vector<float>{2, 5, 4, 2, 5, 4});
  // Three queries of one head.
  check_values<executor<Tiling>>(
      {11.0 / 3, nan, 11.0 / 3}, f32_rounding, kernels::attention_forward::body{}, {1, 1, 3, 3, 1},
      std::vector<float>{0, infinity, 0}, std::vector<float>{-1, -1, -1}, values);
}

TEST_CASE_TEMPLATE("E004 mlp_block, transformer_block: the activation is relu", Tiling, clamped,
                   whole_array) {
  std::vector<float> const one{1}, zero{0};
  check_values<executor<Tiling>>({0, 0, 0, 1, 2, 3}, exact, kernels::mlp_block::body{}, {6, 1, 1},
                                 std::vector<float>{-3, -2, -1, 1, 2, 3}, one, zero, one, zero);
  // Gamma is 0, so beta is what the block's second part sees.
  std::vector<float> beta{-3, -2, -1, 1, 2, 3};
  std::vector<double> y{0, 0, 0, 1, 2, 3};
  beta.resize(16);
  y.resize(16);
  std::vector<float> const none(16, 0.0f), no_weights(256, 0.0f);
  auto const unit = as<float>(matrix_of(16, 16, [](i64 i, i64 j) { return i == j; }));
  check_values<executor<Tiling>>(y, exact, kernels::transformer_block::body{}, {1, 16, 16}, none,
                                 none, none, no_weights, no_weights, no_weights, no_weights, none,
                                 beta, unit, none, unit, none);
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_EDGE_PRODUCTS_HPP
