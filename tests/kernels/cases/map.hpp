// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of the kernels of pattern map. Include an executor's header first. E0xx: the numbers of a
// catalogue of inputs that have broken kernels of this kind; the other activations' are in
// edge_elementwise.hpp.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_MAP_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_MAP_HPP

#include <pallasbench/kernels/level1/elementwise_max.hpp>
#include <pallasbench/kernels/level1/elementwise_mul.hpp>
#include <pallasbench/kernels/level1/gelu.hpp>
#include <pallasbench/kernels/level1/relu.hpp>
#include <pallasbench/kernels/level1/vector_add.hpp>
#include <pallasbench/ops/elu.hpp>
#include <pallasbench/ops/mish.hpp>
#include <pallasbench/ops/sigmoid.hpp>
#include <pallasbench/ops/softplus.hpp>

#include <algorithm>
#include <cmath>

#include "support/literals.hpp"
#include "support/run_call.hpp"

namespace pb::test {

// Around one block of 2048 elements, and several with a ragged end.
inline constexpr i64 map_sizes[] = {0,     1,    2, 15, 2047, 2048, 2049, 4096, 3 * 2048 + 5,
                                    65535, 70001};

template <class Tiling, class Kernel>
void check_unary() {
  for (i64 const n : map_sizes)
    check_reference<executor<Tiling>>(f32_rounding, typename Kernel::body{}, {n}, normal(n, 0, 3));
}

template <class Tiling, class Kernel>
void check_binary() {
  for (i64 const n : map_sizes) {
    check_reference<executor<Tiling>>(f32_rounding, typename Kernel::body{}, {n}, normal(n, 0),
                                      normal(n, 1));
  }
}

template <class Tiling, class Kernel>
void check_unary_values(std::vector<float> const& x, std::vector<double> const& y,
                        tolerance tol = exact) {
  check_values<executor<Tiling>>(y, tol, typename Kernel::body{}, {x.size()}, x);
}

template <class Tiling, class Kernel>
void check_binary_values(std::vector<float> const& a, std::vector<float> const& b,
                         std::vector<double> const& y) {
  check_values<executor<Tiling>>(y, exact, typename Kernel::body{}, {a.size()}, a, b);
}

TEST_CASE_TEMPLATE("relu: sizes around a block", Tiling, clamped, whole_array) {
  check_unary<Tiling, kernels::relu>();
}

TEST_CASE_TEMPLATE("gelu: sizes around a block", Tiling, clamped, whole_array) {
  check_unary<Tiling, kernels::gelu>();
}

TEST_CASE_TEMPLATE("vector_add: sizes around a block", Tiling, clamped, whole_array) {
  check_binary<Tiling, kernels::vector_add>();
}

TEST_CASE_TEMPLATE("elementwise_max: sizes around a block", Tiling, clamped, whole_array) {
  check_binary<Tiling, kernels::elementwise_max>();
}

/// A binary kernel on literals, exactly, in elements of type T.
template <class T, class Kernel>
void check_binary_literals(std::vector<double> const& a, std::vector<double> const& b,
                           std::vector<double> const& y) {
  check_values<executor<clamped>>(rounded<T>(y), exact, typename Kernel::body{}, {a.size()},
                                  as<T>(a), as<T>(b));
}

TEST_CASE_TEMPLATE("E001 relu: NaN stays", T, float, f16, bf16) {
  check_values<executor<clamped>>({nan, 0, 0, 0, 0, 1, infinity}, exact, kernels::relu::body{}, {7},
                                  as<T>({nan, -infinity, -1, -0.0, 0, 1, infinity}));
}

TEST_CASE_TEMPLATE("relu: denormals and large numbers are kept", Tiling, clamped, whole_array) {
  check_unary_values<Tiling, kernels::relu>({1e-40f, -1e-40f, 2.5f, 3e38f},
                                            {1e-40f, 0, 2.5, 3e38f});
}

TEST_CASE_TEMPLATE("E004 gelu: the tanh form", Tiling, clamped, whole_array) {
  check_unary_values<Tiling, kernels::gelu>(
      {-3, -2, -1, 0, 1, 2, 3},
      {-0.00363739208, -0.0454023059, -0.158808009, 0, 0.841191991, 1.95459769, 2.99636261},
      {1e-6, 0});
}

TEST_CASE_TEMPLATE("gelu: large arguments, and what is none", Tiling, clamped, whole_array) {
  // At -inf the formula is -inf * 0.
  check_unary_values<Tiling, kernels::gelu>(
      {-20.0f, 20.0f, -1e4f, 1e4f, -1e30f, 1e30f, infinity, -infinity, nan},
      {0, 20, 0, 1e4f, 0, 1e30f, infinity, nan, nan});
}

/// The largest relative error of a map from -87 to 87, where exp is a normal number, over what is allowed
/// at x; NaN where a result is.
template <class Body, class F, class Allowed>
double worst_error(Body const& body, F const& f, Allowed const& allowed) {
  std::vector<float> x;
  for (i64 i = -870000; i <= 870000; ++i) x.push_back(static_cast<float>(i) * 1e-4f);
  auto const y =
      run_at<executor<clamped>>(placement::aligned, body, {static_cast<i64>(x.size())}, x);
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double const at = x[i], expected = f(at);
    if (expected == 0 && y[i] == 0) continue;
    double const error = std::abs(y[i] - expected) / (allowed(at) * std::abs(expected));
    if (std::isnan(error)) return error;
    worst = std::max(worst, error);
  }
  return worst;
}

TEST_CASE("sigmoid: as close as logistic says it is") {
  CHECK(worst_error(
            ops::sigmoid{}, [](double x) { return 1 / (1 + std::exp(-x)); },
            [](double x) { return 0x1p-22 * (1 + std::max(-x, 0.0)); }) <= 1);
}

TEST_CASE("softplus: as close as its exponential and logarithm say") {
  // Where x > 0, x itself is the larger part of the sum.
  CHECK(worst_error(
            ops::softplus{},
            [](double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); },
            [](double x) { return 0x1p-22 + 0x1p-23 * (1 + std::max(-x, 0.0)); }) <= 1);
}

TEST_CASE("elu: 4 ulp") {
  CHECK(worst_error(
            ops::elu{}, [](double x) { return x > 0 ? x : std::expm1(x); },
            [](double) { return 4 * 0x1p-24; }) <= 1);
}

TEST_CASE("mish: as close as its exponential and division say") {
  // The exponential's error, twice where its square counts: there, the fraction is nearly 1.
  CHECK(worst_error(
            ops::mish{}, [](double x) { return x * std::tanh(std::log1p(std::exp(x))); },
            [](double x) { return 0x1p-21 + 0x1p-23 * (1 + std::abs(std::min(x, 2.0))); }) <= 1);
}

/// The quotient of two arrays.
struct quotient {
  using signature = map_of<operand::tile, operand::tile>;
  template <class A, class B>
  PB_FN auto operator()(A const& a, B const& b) const { return a / b; }
};

TEST_CASE("division: special values, and 2 ulp elsewhere") {
  check_values<executor<clamped>>(
      {infinity, -infinity, nan, 0, nan, infinity, nan, nan, 0.5, 1, 1e38f, 4},
      {0, 3e-7}, quotient{}, {12},
      as<float>({1, -1, 0, 1, infinity, infinity, nan, 1, 0x1p-140, 3e38, 1e38, 0x1p-120}),
      as<float>({0, 0, 0, infinity, infinity, 5, 1, nan, 0x1p-139, 3e38, 1, 0x1p-122}));
  auto const a = normal(100003, 0), b = normal(100003, 1);
  auto const y = run_at<executor<clamped>>(placement::aligned, quotient{}, {100003}, a, b);
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    double const exact_value = double(a[i]) / double(b[i]);
    double const error = std::abs(y[i] - exact_value) / std::abs(exact_value);
    REQUIRE_FALSE(std::isnan(error));
    worst = std::max(worst, error);
  }
  CAPTURE(worst);
  CHECK(worst <= 2 * 0x1p-23);
}

TEST_CASE_TEMPLATE("vector_add: special values", Tiling, clamped, whole_array) {
  check_binary_values<Tiling, kernels::vector_add>(
      {nan, 1, infinity, infinity, 3e38f, 16777216.0f, 0.1f},
      {1, nan, -infinity, 1, 3e38f, 1.0f, 0.2f},
      {nan, nan, nan, infinity, infinity, 16777216.0, 0.1f + 0.2f});
}

TEST_CASE("E035 vector_add: integers wrap") {
  check_binary_literals<u8, kernels::vector_add>({200, 100, 255, 128}, {100, 200, 10, 200},
                                                 {44, 44, 9, 72});
  check_binary_literals<i32, kernels::vector_add>({2147483647, -2147483648.0}, {1, -1},
                                                  {-2147483648.0, 2147483647});
}

TEST_CASE_TEMPLATE("E036 binary kernels and relu: arrays that start off a boundary", T, float, f16,
                   bf16) {
  // check_values puts input i at i + 1 elements behind a boundary, and the output at 3.
  for (std::size_t const n : {1u, 3u, 4u, 1027u}) {
    std::vector<double> a, sum, product, largest;
    for (std::size_t i = 0; i < n; ++i) {
      a.push_back(static_cast<double>(i % 128));
      sum.push_back(a.back() + 0.5);
      product.push_back(a.back() / 2);
      largest.push_back(std::max(a.back(), 0.5));
    }
    std::vector<double> const b(n, 0.5);
    check_binary_literals<T, kernels::vector_add>(a, b, sum);
    check_binary_literals<T, kernels::elementwise_mul>(a, b, product);
    check_binary_literals<T, kernels::elementwise_max>(a, b, largest);
    check_values<executor<clamped>>(a, exact, kernels::relu::body{}, {n}, as<T>(a));
  }
}

TEST_CASE_TEMPLATE("E037 vector_add, elementwise_mul: denormals are kept", Tiling, clamped,
                   whole_array) {
  // In units of 2^-149, the least of them: 71362 + 71362, 2^23 - 1, 1 + 1.
  std::vector<float> const a{1e-40f, 1.17549435e-38f, 1.4e-45f};
  check_binary_values<Tiling, kernels::vector_add>(
      a, {1e-40f, -1e-45f, 1.4e-45f}, {142724 * 0x1p-149, 8388607 * 0x1p-149, 2 * 0x1p-149});
  check_binary_values<Tiling, kernels::elementwise_mul>(a, {1e-40f, -1e-45f, 1.4e-45f}, {0, 0, 0});
  check_binary_values<Tiling, kernels::elementwise_mul>(
      a, {0.5f, -0.5f, 3}, {35681 * 0x1p-149, -4194304 * 0x1p-149, 3 * 0x1p-149});
}

TEST_CASE("E038 elementwise_mul: f16 products beyond the range") {
  check_binary_literals<f16, kernels::elementwise_mul>({300, -300, 256, 0.001},
                                                       {300, 300, 255, 0.0001},
                                                       {infinity, -infinity, 65280, 1.1920929e-07});
}

TEST_CASE_TEMPLATE("vector_add: the sign of zero", Tiling, clamped, whole_array) {
  std::vector<float> const a{-0.0f, -0.0f}, b{-0.0f, 0.0f};
  auto const y =
      run_at<executor<Tiling>>(placement::aligned, kernels::vector_add::body{}, {2}, a, b);
  CHECK(std::signbit(y[0]));
  CHECK_FALSE(std::signbit(y[1]));
}

TEST_CASE_TEMPLATE("E039 elementwise_max: NaN on either side is NaN", T, float, f16, bf16) {
  check_binary_literals<T, kernels::elementwise_max>(
      {nan, 1, nan, infinity, -1}, {1, nan, nan, -1, 2}, {nan, nan, nan, infinity, 2});
}

TEST_CASE_TEMPLATE("elementwise_max: infinities, denormals and zeros", Tiling, clamped,
                   whole_array) {
  check_binary_values<Tiling, kernels::elementwise_max>(
      {-infinity, infinity, -infinity, 1e-40f, -2, -0.0f},
      {-1e30f, nan, -infinity, -1e-40f, -3, 0.0f}, {-1e30f, nan, -infinity, 1e-40f, -2, 0});
}

TEST_CASE_TEMPLATE("relu: NaN in every place of a block", Tiling, clamped, whole_array) {
  check_unary_values<Tiling, kernels::relu>(std::vector<float>(4099, nan),
                                            std::vector<double>(4099, nan));
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_MAP_HPP
