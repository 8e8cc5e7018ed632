// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of norms of rows, 16-bit types above all. E0xx: the numbers of a catalogue of inputs that
// have broken kernels of this kind; what concerns f32 layer_norm is in layer_norm.hpp, sums and
// softmax in rows.hpp. Include an executor's header first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_EDGE_ROWS_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_EDGE_ROWS_HPP

#include <pallasbench/kernels/level1/layer_norm.hpp>
#include <pallasbench/kernels/level1/rms_norm.hpp>
#include <pallasbench/kernels/level2/fused_residual_norm.hpp>

#include "support/literals.hpp"
#include "support/next_kernel.hpp"
#include "support/run_call.hpp"

namespace pb::test {

TEST_CASE("E014 layer_norm, rms_norm: an f16 row of zeros with a tiny eps") {
  std::vector<f16> const x(10, f16(0)), gamma(10, f16(1)), beta(10, f16(0));
  std::vector<double> const y(10, 0);
  check_values<executor<clamped>>(y, exact, ops::layer_norm{.eps = 1e-12}, {1, 10}, x, gamma, beta);
  check_values<executor<clamped>>(y, exact, ops::rms_norm{.eps = 1e-12}, {1, 10}, x, gamma);
}

TEST_CASE_TEMPLATE("E015 rms_norm: nothing in, nothing out", Tiling, clamped, whole_array) {
  std::vector<float> const none, gamma(1024, 1.0f);
  check_values<executor<Tiling>>({}, exact, kernels::rms_norm::body{}, {0, 1024}, none, gamma);
  check_next_kernel<Tiling>();
  check_values<executor<Tiling>>({}, exact, kernels::rms_norm::body{}, {3, 0}, none, none);
  check_next_kernel<Tiling>();
}

TEST_CASE("E016 rms_norm, fused_residual_norm: squares beyond the range of f16") {
  std::vector<f16> x;
  std::vector<double> y;
  for (int i = 0; i < 128; ++i) {
    x.push_back(f16(i % 2 == 0 ? 1000 : -1000));
    y.push_back(i % 2 == 0 ? 1 : -1);
  }
  std::vector<f16> const zeros(128, f16(0)), ones(128, f16(1));
  check_values<executor<clamped>>(y, exact, ops::rms_norm{.eps = 1e-6}, {1, 128}, x, ones);
  kernels::fused_residual_norm::body const residual =
      ops::vector_add{} | ops::layer_norm{.eps = 1e-6};
  check_values<executor<clamped>>(y, exact, residual, {1, 128}, x, zeros, ones, zeros);
}

TEST_CASE("E017 rms_norm: the weight comes before the one rounding") {
  check_values<executor<clamped>>({0.40234375, 0.8046875, 0.8046875, 1.609375}, exact,
                                  ops::rms_norm{.eps = 0}, {1, 4}, as<bf16>({1, 2, 2, 4}),
                                  std::vector<bf16>(4, bf16(1.0078125)));
}

TEST_CASE("E018 rms_norm, fused_residual_norm: no rows of bf16") {
  std::vector<bf16> const none, some(7168, bf16(1));
  check_values<executor<clamped>>({}, exact, kernels::rms_norm::body{}, {0, 7168}, none, some);
  check_next_kernel<clamped>();
  check_values<executor<clamped>>({}, exact, kernels::fused_residual_norm::body{}, {0, 7168}, none,
                                  none, some, some);
  check_next_kernel<clamped>();
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_EDGE_ROWS_HPP
