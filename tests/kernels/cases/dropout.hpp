// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of dropout and fused_bias_gelu_dropout. Include an executor's header first.
// E0xx in a name: the numbers of a catalogue of inputs that have broken kernels of this kind.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_DROPOUT_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_DROPOUT_HPP

#include <pallasbench/core/philox.hpp>
#include <pallasbench/core/views.hpp>
#include <pallasbench/kernels/level2/fused_bias_gelu_dropout.hpp>

#include "support/literals.hpp"
#include "support/run_call.hpp"

namespace pb::test {

/// What dropout makes of ones, by definition.
inline std::vector<double> dropped_ones(i64 count, ops::dropout const& op) {
  std::vector<double> y;
  for (i64 e = 0; e < count; ++e) {
    u32 const word = philox4x32({{static_cast<u32>(e / 4), 0, 0, 0}}, op.seed).word[e % 4];
    bool const kept = unit_float(word) >= static_cast<float>(op.p);
    y.push_back(kept ? 1 / (1 - op.p) : 0);
  }
  return y;
}

inline std::vector<float> ones(i64 count) {
  return std::vector<float>(static_cast<std::size_t>(count), 1);
}

TEST_CASE_TEMPLATE("dropout: the mask is Philox of seed and element number", Tiling, clamped,
                   whole_array) {
  // Of one line, and of rows that start at any multiple of an element.
  for (i64 const count : {0, 1, 3, 4, 5, 2047, 2048, 2049, 20011}) {
    ops::dropout const op{.p = 0.3, .seed = 42};
    check_values<executor<Tiling>>(dropped_ones(count, op), f32_rounding, op, {count}, ones(count));
  }
  for (extents const& e : {extents{3, 1003}, {37, 1004}, {3, 2049}, {2, 4100}, {3, 6144}, {700, 12},
                           {999, 1}, {9, 7}}) {
    auto const op = ops::bias{} | ops::dropout{.p = 0.3, .seed = 42};
    check_values<executor<Tiling>>(dropped_ones(e.count(), op.then), f32_rounding, op, e,
                                   ones(e.count()), std::vector<float>(e[1], 0));
  }
}

TEST_CASE_TEMPLATE("dropout: a shorter array has the mask's beginning", Tiling, clamped,
                   whole_array) {
  ops::dropout const op{.p = 0.5, .seed = 7};
  auto const longer = run_at<executor<Tiling>>(placement::aligned, op, {100003}, ones(100003));
  auto const shorter = run_at<executor<Tiling>>(placement::shifted, op, {1000}, ones(1000));
  CHECK(std::equal(shorter.begin(), shorter.end(), longer.begin()));
}

TEST_CASE_TEMPLATE("dropout: 16-bit elements have the same mask", Tiling, clamped, whole_array) {
  ops::dropout const op{.p = 0.5, .seed = 7};
  auto const y = dropped_ones(5003, op);
  check_values<executor<Tiling>>(y, exact, op, {5003}, std::vector<f16>(5003, f16(1)));
  check_values<executor<Tiling>>(y, exact, op, {5003}, std::vector<bf16>(5003, bf16(1)));
  // Rows of whole chunks of eight that fill no block, rows of chunks of four, and parts of rows.
  for (extents const& e : {extents{9, 1000}, {9, 1004}, {3, 8200}, {3, 4097}}) {
    auto const rows = ops::bias{} | op;
    check_values<executor<Tiling>>(dropped_ones(e.count(), op), exact, rows, e,
                                   std::vector<f16>(static_cast<std::size_t>(e.count()), f16(0)),
                                   std::vector<f16>(static_cast<std::size_t>(e[1]), f16(1)));
  }
}

TEST_CASE_TEMPLATE("dropout: as many are kept as should be, and others with another seed", Tiling,
                   clamped, whole_array) {
  i64 const count = 200000;
  std::vector<std::vector<float>> results;
  for (u64 const seed : {u64(42), u64(43), u64(42) << 32}) {
    ops::dropout const op{.p = 0.3, .seed = seed};
    results.push_back(run_at<executor<Tiling>>(placement::aligned, op, {count}, ones(count)));
    auto const dropped = std::count(results.back().begin(), results.back().end(), 0.0f);
    double const sigma = std::sqrt(double(count) * 0.3 * 0.7);
    CHECK(std::abs(double(dropped) - 0.3 * double(count)) < 5 * sigma);
  }
  CHECK(results[0] != results[1]);
  CHECK(results[0] != results[2]);
}

TEST_CASE_TEMPLATE("dropout: p = 0 keeps all, p = 1 none", Tiling, clamped, whole_array) {
  std::vector<float> const x = {1e30f, -1e30f, infinity, nan, 0, 1e-40f};
  check_values<executor<Tiling>>({1e30f, -1e30f, infinity, nan, 0, 1e-40f}, exact,
                                 ops::dropout{.p = 0, .seed = 1}, {6}, x);
  check_values<executor<Tiling>>({0, 0, 0, 0, 0, 0}, exact, ops::dropout{.p = 1, .seed = 1}, {6},
                                 x);
}

/// dropout(gelu(1)) at p = 0.3, kept elements being gelu(1) / 0.7.
template <class Tiling, class Body>
void check_dropped_gelu(Body const& body, double kept) {
  auto expected = dropped_ones(4 * 257, {.p = 0.3, .seed = 42});
  for (double& y : expected) y = y == 0 ? 0 : kept;
  check_values<executor<Tiling>>(expected, f32_rounding, body, {4, 257},
                                 std::vector<float>(4 * 257, 0.25f),
                                 std::vector<float>(257, 0.75f));
}

TEST_CASE_TEMPLATE("E065 fused_bias_gelu_dropout: kept values are scaled", Tiling, clamped,
                   whole_array) {
  ops::dropout const dropout{.p = 0.3, .seed = 42};
  check_dropped_gelu<Tiling>(ops::bias{} | ops::gelu{} | dropout, 1.20170284);
  check_dropped_gelu<Tiling>(ops::bias{} | ops::gelu_erf{} | dropout, 1.20192107);
}

/// gelu(1) as elements of type T, dropped at p = 0.3: an array of these extents.
template <class Tiling, class T = float>
std::vector<T> dropped_gelu(extents const& dims, placement where = placement::aligned,
                            u64 seed = 42) {
  auto const body = ops::bias{} | ops::gelu{} | ops::dropout{.p = 0.3, .seed = seed};
  return run_at<executor<Tiling>>(where, body, dims,
                                  std::vector<T>(static_cast<std::size_t>(dims.count()), T(1)),
                                  std::vector<T>(static_cast<std::size_t>(dims[1]), T(0)));
}

TEST_CASE("E065 fused_bias_gelu_dropout: the same seed, the same mask") {
  i64 const n = 1000003;
  auto const y = dropped_gelu<clamped>({n, 1});
  CHECK(y == dropped_gelu<clamped>({n, 1}));
  CHECK(y == dropped_gelu<clamped>({1, n}));
  CHECK(y == dropped_gelu<whole_array>({n, 1}));
  CHECK(y == dropped_gelu<clamped>({n, 1}, placement::shifted));
  CHECK(y == dropped_gelu<whole_array>({1, n}, placement::shifted));
  CHECK(y != dropped_gelu<clamped>({n, 1}, placement::aligned, 43));
  auto const shorter = dropped_gelu<clamped>({1000, 1});
  CHECK(std::equal(shorter.begin(), shorter.end(), y.begin()));
  auto const is_kept = [](auto const& element) { return static_cast<float>(element) != 0; };
  auto const halves = dropped_gelu<clamped, f16>({n, 1});
  CHECK(std::equal(y.begin(), y.end(), halves.begin(), halves.end(),
                   [&](float a, f16 b) { return is_kept(a) == is_kept(b); }));
  auto const kept = std::count_if(y.begin(), y.end(), is_kept);
  CHECK(std::abs(static_cast<double>(kept) / static_cast<double>(n) - 0.7) <= 0.0023);
}

template <class Tiling, class T>
void check_all_dropped(std::vector<double> const& x) {
  auto const body = ops::bias{} | ops::gelu{} | ops::dropout{.p = 1, .seed = 42};
  check_values<executor<Tiling>>(std::vector<double>(x.size(), 0), exact, body, {1, x.size()},
                                 as<T>(x), std::vector<T>(x.size(), T(0)));
}

TEST_CASE_TEMPLATE("E064 fused_bias_gelu_dropout: p = 1", Tiling, clamped, whole_array) {
  check_all_dropped<Tiling, float>({-2, 0, 3, 1e30});
  check_all_dropped<Tiling, f16>({-2, 0, 3});
}

TEST_CASE_TEMPLATE("fused_bias_gelu_dropout: extents around a block", Tiling, clamped,
                   whole_array) {
  for (extents const& e : {extents{37, 1003}, {1, 1}, {2, 2048}, {3, 2052}, {0, 8}, {8, 0}}) {
    check_reference<executor<Tiling>>(f32_rounding, kernels::fused_bias_gelu_dropout::body{}, e,
                                      normal(e.count(), 0), normal(e[1], 1));
  }
}

TEST_CASE_TEMPLATE("dropout: p outside [0, 1] is refused", Tiling, clamped, whole_array) {
  using memory = typename executor<Tiling>::memory;
  placed_array<memory, float> const x(ones(4), 0, poison);
  placed_array<memory, float> const y(poisoned<float>(4), 0, around_output);
  auto const accepts = [&](auto const& op) {
    return executor<Tiling>::accepts(op, make_view(y.data(), 4), make_view(x.data(), 4));
  };
  for (double const p : {-0.1, 1.1, double(nan), double(infinity)}) {
    CHECK_FALSE(accepts(ops::dropout{.p = p}));
    CHECK_FALSE(accepts(ops::gelu{} | ops::dropout{.p = p}));
  }
  CHECK(y.is_unchanged());
  CHECK(accepts(ops::dropout{.p = 1}));
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_DROPOUT_HPP
