// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of the kernels of pattern map. Include an executor's header first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_MAP_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_MAP_HPP

#include <pallasbench/kernels/level1/elementwise_max.hpp>
#include <pallasbench/kernels/level1/gelu.hpp>
#include <pallasbench/kernels/level1/relu.hpp>
#include <pallasbench/kernels/level1/vector_add.hpp>

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

TEST_CASE_TEMPLATE("relu: NaN stays, denormals are kept", Tiling, clamped, whole_array) {
  check_unary_values<Tiling, kernels::relu>(
      {nan, infinity, -infinity, 0.0f, -0.0f, 1e-40f, -1e-40f, -1.0f, 2.5f, 3e38f},
      {nan, infinity, 0, 0, 0, 1e-40f, 0, 0, 2.5, 3e38f});
}

TEST_CASE_TEMPLATE("gelu: the tanh form", Tiling, clamped, whole_array) {
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

TEST_CASE_TEMPLATE("vector_add: special values", Tiling, clamped, whole_array) {
  check_binary_values<Tiling, kernels::vector_add>(
      {1e-40f, nan, 1, infinity, infinity, 3e38f, 16777216.0f, 0.1f},
      {1e-40f, 1, nan, -infinity, 1, 3e38f, 1.0f, 0.2f},
      {1e-40f + 1e-40f, nan, nan, nan, infinity, infinity, 16777216.0, 0.1f + 0.2f});
}

TEST_CASE_TEMPLATE("vector_add: the sign of zero", Tiling, clamped, whole_array) {
  std::vector<float> const a{-0.0f, -0.0f}, b{-0.0f, 0.0f};
  auto const y =
      run_at<executor<Tiling>>(placement::aligned, kernels::vector_add::body{}, {2}, a, b);
  CHECK(std::signbit(y[0]));
  CHECK_FALSE(std::signbit(y[1]));
}

TEST_CASE_TEMPLATE("elementwise_max: NaN on either side is NaN", Tiling, clamped, whole_array) {
  check_binary_values<Tiling, kernels::elementwise_max>(
      {nan, 1, nan, -infinity, infinity, -infinity, 1e-40f, -2, -0.0f},
      {1, nan, nan, -1e30f, nan, -infinity, -1e-40f, -3, 0.0f},
      {nan, nan, nan, -1e30f, nan, -infinity, 1e-40f, -2, 0});
}

TEST_CASE_TEMPLATE("relu: NaN in every place of a block", Tiling, clamped, whole_array) {
  check_unary_values<Tiling, kernels::relu>(std::vector<float>(4099, nan),
                                            std::vector<double>(4099, nan));
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_MAP_HPP
