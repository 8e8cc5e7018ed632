// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of layer_norm and fused_layer_norm_relu. E0xx: the numbers of a catalogue of inputs that
// have broken kernels of this kind. Include an executor's header first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_LAYER_NORM_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_LAYER_NORM_HPP

#include <pallasbench/kernels/level1/layer_norm.hpp>
#include <pallasbench/kernels/level1/rms_norm.hpp>
#include <pallasbench/kernels/level2/fused_layer_norm_relu.hpp>

#include "kernels/cases/row_extents.hpp"
#include "support/next_kernel.hpp"
#include "support/run_call.hpp"

namespace pb::test {

template <class Tiling, class Kernel>
void check_norm() {
  for (extents const& e : row_extents)
    check_reference<executor<Tiling>>(f32_rounding, typename Kernel::body{}, e,
                                      normal(e.count(), 0, 3), normal(e[1], 1), normal(e[1], 2));
}

/// Rows of so many columns, with this gamma and beta in every column.
template <class Tiling, class Kernel>
void check_norm_values(std::vector<float> const& x, std::size_t columns, float gamma, float beta,
                       tolerance tol, std::vector<double> const& y) {
  check_values<executor<Tiling>>(y, tol, typename Kernel::body{}, {x.size() / columns, columns}, x,
                                 std::vector<float>(columns, gamma),
                                 std::vector<float>(columns, beta));
}

TEST_CASE_TEMPLATE("layer_norm: rows of every length", Tiling, clamped, whole_array) {
  check_norm<Tiling, kernels::layer_norm>();
}

TEST_CASE_TEMPLATE("fused_layer_norm_relu: rows of every length", Tiling, clamped, whole_array) {
  check_norm<Tiling, kernels::fused_layer_norm_relu>();
}

TEST_CASE_TEMPLATE("E012 layer_norm: large mean, small spread", Tiling, clamped, whole_array) {
  check_norm_values<Tiling, kernels::layer_norm>(
      {2000.5f, 1999.25f, 2001, 1998.75f, 40000, 40001, 40002, 40003}, 4, 1, 0, {1e-4, 0},
      {0.686798673, -0.686798673, 1.23623761, -1.23623761,  //
       -1.34163542, -0.447211807, 0.447211807, 1.34163542});
}

TEST_CASE_TEMPLATE("E013 layer_norm: a spread of 1e-3 around growing means", Tiling, clamped,
                   whole_array) {
  std::vector<float> x;
  for (double const mean : {0, 100, 1000})
    for (int i = 0; i < 16; ++i)
      x.push_back(static_cast<float>(mean + i * 0.001));
  std::vector<float> const gamma(16, 1.0f), beta(16, 0.0f);
  auto y = reference_of<executor<Tiling>>(kernels::layer_norm::body{}, {3, 16}, x, gamma, beta);
  // The first and last element of each row, of the f32 inputs.
  y[0] = -1.34164080, y[15] = 1.34164072;
  y[16] = -1.34152771, y[31] = 1.34135713;
  y[32] = -1.34150776, y[47] = 1.34423718;
  check_norm_values<Tiling, kernels::layer_norm>(x, 16, 1, 0, {1e-3, 0}, y);
}

TEST_CASE_TEMPLATE("layer_norm, rms_norm: squares beyond f32, and below it", Tiling, clamped,
                   whole_array) {
  extents const e{3, 2051};
  for (double const deviation : {1e36, 1e-3, 1e-21}) {
    auto const x = normal(e.count(), 0, deviation);
    kernels::layer_norm::body norm;
    kernels::rms_norm::body rms;
    if (deviation == 1e-21) norm.eps = rms.eps = 1e-44;
    check_reference<executor<Tiling>>(f32_rounding, norm, e, x, normal(e[1], 1), normal(e[1], 2));
    check_reference<executor<Tiling>>(f32_rounding, rms, e, x, normal(e[1], 1));
  }
}

TEST_CASE_TEMPLATE("layer_norm: a row that starts far from the rest", Tiling, clamped, whole_array) {
  extents const e{3, 2051};
  auto x = normal(e.count(), 0);
  for (i64 r = 0; r < e[0]; ++r) x[static_cast<std::size_t>(r * e[1])] = 1e6f;
  check_reference<executor<Tiling>>(f32_rounding, kernels::layer_norm::body{}, e, x, normal(e[1], 1),
                                    normal(e[1], 2));
}

TEST_CASE_TEMPLATE("E015 layer_norm: nothing in, nothing out", Tiling, clamped, whole_array) {
  std::vector<float> const none, some(1024, 1.0f);
  check_values<executor<Tiling>>({}, exact, kernels::layer_norm::body{}, {0, 1024}, none, some,
                                 some);
  check_next_kernel<Tiling>();
  check_values<executor<Tiling>>({}, exact, kernels::layer_norm::body{}, {3, 0}, none, none, none);
  check_next_kernel<Tiling>();
}

TEST_CASE_TEMPLATE("layer_norm: constant rows give beta", Tiling, clamped, whole_array) {
  check_norm_values<Tiling, kernels::layer_norm>(
      {7, 7, 7, 7, 0, 0, 0, 0, -1e6f, -1e6f, -1e6f, -1e6f}, 4, 3, 0.5f, exact,
      std::vector<double>(12, 0.5));
  check_norm_values<Tiling, kernels::layer_norm>({5, -3}, 1, 2, 0.25f, exact, {0.25, 0.25});
}

TEST_CASE_TEMPLATE("layer_norm: eps is inside the root", Tiling, clamped, whole_array) {
  // Variance 1e-6: 1e-3 / sqrt(1.1e-5).
  check_norm_values<Tiling, kernels::layer_norm>({1e-3f, -1e-3f}, 2, 1, 0, f32_rounding,
                                                 {0.301511345, -0.301511345});
}

TEST_CASE_TEMPLATE("layer_norm: gamma and beta belong to columns", Tiling, clamped, whole_array) {
  std::vector<float> const x{1, 2, 6, 6, 2, 1};
  std::vector<float> const gamma{1, 10, 100}, beta{0.5, 0, -1};
  check_values<executor<Tiling>>({-0.925819108 + 0.5, -4.62909554, 138.872866 - 1, 1.38872866 + 0.5,
                                  -4.62909554, -92.5819108 - 1},
                                 f32_rounding, kernels::layer_norm::body{}, {2, 3}, x, gamma, beta);
}

TEST_CASE_TEMPLATE("layer_norm: NaN and infinity spoil their own row only", Tiling, clamped,
                   whole_array) {
  check_norm_values<Tiling, kernels::layer_norm>({nan, 1, infinity, 1, 3, 3}, 2, 1, 2, exact,
                                                 {nan, nan, nan, nan, 2, 2});
}

TEST_CASE_TEMPLATE("fused_layer_norm_relu: a row in f32, by definition", Tiling, clamped,
                   whole_array) {
  std::vector<float> x{0.570557f, -0.125854f, 1.650391f, 0.263306f, 0.776367f, 0.317139f,
                       0.329712f, 0.077881f,  0.21814f,  0.432983f, 0.160522f, 0.41333f,
                       0.793335f, 1.06665f,   0.776245f, 1.36499f};
  for (float& element : x)
    element += 1449;
  std::vector<double> const y{0.00580958, 0, 2.32859, 0, 0.448519, 0,       0,        0,
                              0,          0, 0,       0, 0.485018, 1.07293, 0.448257, 1.71468};
  check_norm_values<Tiling, kernels::fused_layer_norm_relu>(x, 16, 1, 0, {1e-3, 0}, y);
}

TEST_CASE_TEMPLATE("fused_layer_norm_relu: NaN passes, negative beta does not", Tiling, clamped,
                   whole_array) {
  check_norm_values<Tiling, kernels::fused_layer_norm_relu>({nan, 1, 3, 3, -4, -4}, 2, 1, -2, exact,
                                                            {nan, nan, 0, 0, 0, 0});
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_LAYER_NORM_HPP
