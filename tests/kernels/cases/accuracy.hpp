// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases where statistics in f32 would cancel or overflow, and rows longer than a block, at the
// tolerance of ordinary inputs. Include an executor's header first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_ACCURACY_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_ACCURACY_HPP

#include <pallasbench/kernels/level1/batch_norm_1d.hpp>
#include <pallasbench/kernels/level1/layer_norm.hpp>
#include <pallasbench/kernels/level1/rms_norm.hpp>
#include <pallasbench/kernels/level1/row_sum.hpp>
#include <pallasbench/kernels/level1/softmax.hpp>
#include <pallasbench/kernels/level2/fused_layer_norm_relu.hpp>
#include <pallasbench/kernels/level2/fused_residual_norm.hpp>

#include "support/run_call.hpp"

namespace pb::test {

inline constexpr i64 longest_row = 1000003;  // a block holds 65536 elements

// In registers with one thread an element and many, and walked.
inline constexpr extents statistics_extents[] = {
    {5, 7}, {3, 1003}, {2, 8192}, {2, 40001}, {1, longest_row}};

/// Normal(mean, 1), in steps of 1/16: what f32 has near a million.
inline std::vector<float> around(double mean, i64 count, u32 stream) {
  auto values = normal(count, stream);
  for (float& x : values)
    x = static_cast<float>(mean + std::nearbyint(double(x) * 16) / 16);
  return values;
}

TEST_CASE_TEMPLATE("norms: a mean of a million costs no digits", Tiling, clamped, whole_array) {
  for (extents const& e : statistics_extents) {
    auto const x = around(1e6, e.count(), 0);
    auto const gamma = normal(e[1], 1), beta = normal(e[1], 2);
    check_reference<executor<Tiling>>(f32_rounding, kernels::layer_norm::body{}, e, x, gamma, beta);
    check_reference<executor<Tiling>>(f32_rounding, kernels::fused_layer_norm_relu::body{}, e, x,
                                      gamma, beta);
    check_reference<executor<Tiling>>(f32_rounding, kernels::fused_residual_norm::body{}, e, x,
                                      around(0, e.count(), 3), gamma, beta);
  }
  for (extents const& e : {extents{7, 5}, {1003, 3}, {longest_row, 2}})
    check_reference<executor<Tiling>>(f32_rounding, kernels::batch_norm_1d::body{}, e,
                                      around(1e6, e.count(), 0), normal(e[1], 1), normal(e[1], 2));
}

TEST_CASE_TEMPLATE("norms: squares beyond f32", Tiling, clamped, whole_array) {
  for (double const scale : {1e20, 1e-22}) {
    for (extents const& e : statistics_extents) {
      auto const x = normal(e.count(), 0, scale);
      auto const gamma = normal(e[1], 1), beta = normal(e[1], 2);
      // eps is 0: it would hide the small ones.
      check_reference<executor<Tiling>>(f32_rounding, ops::rms_norm{.eps = 0}, e, x, gamma);
      check_reference<executor<Tiling>>(f32_rounding, ops::layer_norm{.eps = 0}, e, x, gamma, beta);
    }
    check_reference<executor<Tiling>>(f32_rounding, ops::batch_norm_1d{.eps = 0}, {203, 131},
                                      normal(203 * 131, 0, scale), normal(131, 1), normal(131, 2));
  }
}

TEST_CASE_TEMPLATE("rows longer than a block", Tiling, clamped, whole_array) {
  extents const e{2, longest_row};
  auto const x = normal(e.count(), 0);
  check_reference<executor<Tiling>>({1e-5 / double(longest_row), 1e-5}, kernels::softmax::body{}, e,
                                    x);
  check_reference<executor<Tiling>>(f32_rounding, kernels::row_sum::body{}, e, x);
  check_reference<executor<Tiling>>(f32_rounding, kernels::layer_norm::body{}, e, x, normal(e[1], 1),
                                    normal(e[1], 2));
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_ACCURACY_HPP
