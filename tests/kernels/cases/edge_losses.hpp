// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of losses in 16-bit types. E0xx: the numbers of a catalogue of inputs that have broken
// kernels of this kind; those in f32 are in losses.hpp. Include an executor's header first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_EDGE_LOSSES_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_EDGE_LOSSES_HPP

#include <pallasbench/kernels/level1/cross_entropy.hpp>
#include <pallasbench/kernels/level1/huber_loss.hpp>
#include <pallasbench/kernels/level1/mse_loss.hpp>
#include <pallasbench/kernels/level2/fused_softmax_cross_entropy.hpp>

#include "support/literals.hpp"
#include "support/run_call.hpp"

namespace pb::test {

TEST_CASE("E044 cross entropy: the sum of exponentials of bf16 logits is f32") {
  // ln 1000 is 6.90775528.
  std::vector<bf16> const logits(1000, bf16(0.5));
  std::vector<i32> const label{7};
  check_values<executor<clamped>>({6.90625}, exact, kernels::fused_softmax_cross_entropy::body{},
                                  {1, 1000}, logits, label);
  check_values<executor<clamped>>({6.90625}, exact, kernels::cross_entropy::body{}, {1, 1000},
                                  logits, label);
}

/// The loss of p and zeros, and that of one pair, rounded to T.
template <class T, class Body>
void check_large_differences(Body const& body, double of_four, double of_one) {
  check_values<executor<clamped>>(rounded<T>({of_four}), exact, body, {4}, as<T>({300, 0, 0, 0}),
                                  as<T>({0, 0, 0, 0}));
  check_values<executor<clamped>>(rounded<T>({of_one}), exact, body, {1}, as<T>({60000}),
                                  as<T>({-60000}));
}

TEST_CASE("E045 mse, huber: squares beyond the range of f16") {
  kernels::mse_loss::body const mse;
  kernels::huber_loss::body const huber;
  check_large_differences<float>(mse, 22500, 1.44e10);
  check_large_differences<float>(huber, 74.875, 119999.5);
  check_large_differences<f16>(mse, 22500, infinity);
  check_large_differences<f16>(huber, 74.875, infinity);
  // bf16 has 59904 next to 60000.
  check_large_differences<bf16>(mse, 22500, 119808.0 * 119808);
  check_large_differences<bf16>(huber, 74.875, 119807.5);
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_EDGE_LOSSES_HPP
