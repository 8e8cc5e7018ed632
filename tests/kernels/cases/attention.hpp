// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of attention_forward and of attention by columns. Include an executor's header first.
// E0xx in a name: the numbers of a catalogue of inputs that have broken kernels of this kind.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_ATTENTION_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_ATTENTION_HPP

#include <pallasbench/core/half.hpp>
#include <pallasbench/kernels/level3/attention_forward.hpp>

#include <cstddef>

#include "support/literals.hpp"
#include "support/run_call.hpp"

namespace pb::test {

using attention = kernels::attention_forward::body;

// B, H, S, D: around a block of 64 queries and 64 keys, around its 128 columns, and nothing.
inline constexpr extents self_dims[] = {
    {1, 1, 1, 8},    {1, 2, 65, 63},  {2, 1, 127, 64}, {1, 1, 129, 80}, {1, 3, 64, 129},
    {2, 3, 63, 257}, {1, 2, 0, 4},    {0, 2, 3, 4},    {1, 2, 3, 0}};
// B, H, Sq, Sk, D
inline constexpr extents cross_dims[] = {
    {1, 2, 1, 192, 16}, {1, 1, 130, 67, 9}, {2, 1, 5, 150, 200}, {1, 1, 70, 1, 3}, {1, 1, 4, 0, 3}};

inline extents key_extents(extents const& d) { return {d[0], d[1], d[d.rank - 2], d[d.rank - 1]}; }
inline extents query_extents(extents const& d) { return {d[0], d[1], d[2], d[d.rank - 1]}; }

template <class Tiling>
void check_attention(attention const& body, extents const& dims) {
  i64 const keys = key_extents(dims).count();
  check_reference<executor<Tiling>>(f32_product, body, dims, normal(query_extents(dims).count(), 0),
                                    normal(keys, 1), normal(keys, 2));
}

/// One head, one query q, D = 1: o for these keys and values.
template <class Tiling>
void check_one_query(double o, float q, std::vector<float> const& keys,
                     std::vector<float> const& values) {
  check_values<executor<Tiling>>({o}, f32_rounding, attention{}, {1, 1, 1, keys.size(), 1},
                                 std::vector<float>{q}, keys, values);
}

TEST_CASE_TEMPLATE("attention_forward: extents around a block", Tiling, clamped, whole_array) {
  for (extents const& d : self_dims)
    for (bool const causal : {false, true}) check_attention<Tiling>({.causal = causal}, d);
  for (extents const& d : cross_dims)
    for (bool const causal : {false, true}) check_attention<Tiling>({.causal = causal}, d);
}

/// Queries of zero: every key has the same weight, and the weighted sum of ones is one.
template <class Tiling, class T>
void check_sums_of_weights(tolerance tol) {
  struct { i64 s, d; } const shapes[] = {{1, 8}, {65, 63}, {127, 64}, {129, 80}};
  for (auto const& [s, d] : shapes) {
    CAPTURE(s);
    auto const count = static_cast<std::size_t>(s * d);
    std::vector<T> const q(count, T(0)), v(count, T(1));
    std::vector<T> k;
    for (std::size_t i = 0; i < count; ++i) k.push_back(T(i / static_cast<std::size_t>(d) % 3));
    for (bool const causal : {false, true})
      check_values<executor<Tiling>>(std::vector<double>(count, 1), tol,
                                     attention{.causal = causal}, {1, 1, s, d}, q, k, v);
  }
}

TEST_CASE_TEMPLATE("E080 attention_forward: lengths off the tile", Tiling, clamped, whole_array) {
  check_sums_of_weights<Tiling, float>({1e-6, 0});
  check_sums_of_weights<Tiling, f16>({0x1p-10, 0});
}

TEST_CASE_TEMPLATE("E081 attention_forward: f16 scores beyond 65504", Tiling, clamped,
                   whole_array) {
  std::vector<f16> const q(64, f16(64));
  std::vector<f16> k(128, f16(64)), v(128, f16(0));
  std::fill(k.begin() + 64, k.end(), f16(32));
  v[0] = v[65] = f16(1);
  std::vector<double> o(64, 0);
  o[0] = 1;
  check_values<executor<Tiling>>(o, exact, attention{}, {1, 1, 1, 2, 64}, q, k, v);
}

TEST_CASE_TEMPLATE("E082 attention_forward: the first keys have no weight", Tiling, clamped,
                   whole_array) {
  // A key of -inf, seen by a query whose element there is 1 and else 0, is a masked one.
  std::vector<float> q(8, 0.0f), k(192 * 8, 0.0f), v;
  q[0] = 1;
  for (std::size_t j = 0; j < 128; ++j) k[8 * j] = -infinity;
  for (int j = 0; j < 192; ++j) v.insert(v.end(), 8, static_cast<float>(j));
  check_values<executor<Tiling>>(std::vector<double>(8, 159.5), f32_rounding, attention{},
                                 {1, 1, 1, 192, 8}, q, k, v);
}

TEST_CASE_TEMPLATE("attention_forward: a causal query sees no later key", Tiling, clamped,
                   whole_array) {
  std::vector<float> const q(70, 0.0f), k(70, 0.0f);
  std::vector<float> v(70);
  std::vector<double> means(70);
  for (std::size_t i = 0; i < v.size(); ++i) {
    v[i] = static_cast<float>(i);
    means[i] = static_cast<double>(i) / 2;
  }
  v.back() = nan;
  means.back() = nan;
  check_values<executor<Tiling>>(means, f32_rounding, attention{.causal = true}, {1, 1, 70, 1}, q,
                                 k, v);
}

TEST_CASE_TEMPLATE("attention_forward: a query that sees no key gives zero", Tiling, clamped,
                   whole_array) {
  std::vector<float> const q(5, 1.0f), k{1, 1, 1}, v{2, 4, 6};
  check_values<executor<Tiling>>({0, 0, 2, 3, 4}, f32_rounding, attention{.causal = true},
                                 {1, 1, 5, 3, 1}, q, k, v);
  check_values<executor<Tiling>>({0, 0}, exact, attention{}, {1, 1, 2, 0, 1},
                                 std::vector<float>{1, 2}, std::vector<float>{},
                                 std::vector<float>{});
}

TEST_CASE_TEMPLATE("attention_forward: infinite and NaN scores", Tiling, clamped, whole_array) {
  std::vector<float> keys(130, -infinity), values(130, 7.0f);
  check_one_query<Tiling>(nan, 1, keys, values);  // no score above -inf
  std::fill(keys.begin() + 70, keys.end(), 0.0f);
  std::fill(values.begin() + 70, values.end(), 3.0f);
  check_one_query<Tiling>(3, 1, keys, values);  // a whole tile of keys has no weight
  keys[129] = infinity;
  check_one_query<Tiling>(nan, 1, keys, values);
  check_one_query<Tiling>(nan, 1, {0, nan, 0}, {1, 1, 1});
  check_one_query<Tiling>(nan, 1, {0, -infinity}, {1, infinity});  // 0 * inf
  check_one_query<Tiling>(2, 1000, {1000, -1000}, {2, 5});
}

TEST_CASE_TEMPLATE("attention_forward: the order of keys does not matter", Tiling, clamped,
                   whole_array) {
  constexpr std::size_t keys = 150, size = 5;
  auto const q = normal(3 * size, 0), k = normal(keys * size, 1), v = normal(keys * size, 2);
  std::vector<float> moved_k, moved_v;
  for (std::size_t i = 0; i < keys * size; ++i) {
    std::size_t const from = (i / size * 37 + 11) % keys * size + i % size;
    moved_k.push_back(k[from]);
    moved_v.push_back(v[from]);
  }
  extents const dims{1, 1, 3, keys, size};
  auto const o = run_at<executor<Tiling>>(placement::aligned, attention{}, dims, q, k, v);
  check_values<executor<Tiling>>({o.begin(), o.end()}, f32_rounding, attention{}, dims, q, moved_k,
                                 moved_v);
}

/// Of 8193 batches of 8 heads of size 8, all elements of a head the same.
inline std::vector<double> numbered_heads() {
  std::vector<double> values;
  for (int head = 0; head < 8193 * 8; ++head) values.insert(values.end(), 8, head % 64);
  return values;
}

TEST_CASE_TEMPLATE("E083 attention: batch times heads above 65535", Tiling, clamped, whole_array) {
  // Of a single key the weight is 1. Heads side by side are what multi_head_attention attends to.
  auto const o = numbered_heads();
  extents const dims{8193, 8, 1, 8};
  auto const x = as<float>(o);
  auto const h = as<f16>(o);
  check_values<executor<Tiling>>(o, exact, attention{}, dims, x, x, x);
  check_values<executor<Tiling>>(o, exact, attention{}, dims, h, h, h);
  check_values<executor<Tiling>>(o, exact, ops::attention_by_columns{.heads = 8193 * 8},
                                 {1, 1, static_cast<i64>(o.size())}, x, x, x);
}

/// x[S, H D] as [H, S, D]
inline std::vector<float> heads_first(std::vector<float> const& x, i64 heads, i64 size) {
  i64 const rows = static_cast<i64>(x.size()) / (heads * size);
  std::vector<float> result;
  for (i64 h = 0; h < heads; ++h)
    for (i64 r = 0; r < rows; ++r)
      for (i64 c = 0; c < size; ++c)
        result.push_back(x[static_cast<std::size_t>((r * heads + h) * size + c)]);
  return result;
}

TEST_CASE_TEMPLATE("attention by columns: the same heads, side by side", Tiling, clamped,
                   whole_array) {
  constexpr i64 heads = 3, queries = 66, keys = 70, size = 5;
  auto const q = normal(queries * heads * size, 0);
  auto const k = normal(keys * heads * size, 1), v = normal(keys * heads * size, 2);
  for (bool const causal : {false, true}) {
    auto const by_head = run_at<executor<Tiling>>(
        placement::aligned, attention{.causal = causal}, {1, heads, queries, keys, size},
        heads_first(q, heads, size), heads_first(k, heads, size), heads_first(v, heads, size));
    auto const by_columns = run_at<executor<Tiling>>(
        placement::aligned, ops::attention_by_columns{.heads = heads, .causal = causal},
        {queries, keys, heads * size}, q, k, v);
    auto const moved = heads_first(by_columns, heads, size);
    check_elements(by_head, {moved.begin(), moved.end()}, exact);
  }
}

TEST_CASE_TEMPLATE("attention by columns: heads that do not divide the columns are refused", Tiling,
                   clamped, whole_array) {
  std::vector<float> const x(24, 1.0f);
  placed_array<typename executor<Tiling>::memory, float> const in(x, 0, poison);
  placed_array<typename executor<Tiling>::memory, float> const out(poisoned<float>(24), 0,
                                                                   around_output);
  auto const accepts = [&](int heads) {
    auto const view = make_view(in.data(), 4, 6);
    return executor<Tiling>::accepts(ops::attention_by_columns{.heads = heads},
                                     make_view(out.data(), 4, 6), view, view, view);
  };
  CHECK_FALSE(accepts(4));
  CHECK_FALSE(accepts(0));
  CHECK(out.is_unchanged());
  CHECK(accepts(3));
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_ATTENTION_HPP
