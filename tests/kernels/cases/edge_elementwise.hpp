// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of activations. E0xx: the numbers of a catalogue of inputs that have broken kernels of this
// kind; what concerns relu and kernels of two inputs is in map.hpp. Include an executor's header
// first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_EDGE_ELEMENTWISE_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_EDGE_ELEMENTWISE_HPP

#include <pallasbench/kernels/level1/elu.hpp>
#include <pallasbench/kernels/level1/gelu.hpp>
#include <pallasbench/kernels/level1/hardswish.hpp>
#include <pallasbench/kernels/level1/leaky_relu.hpp>
#include <pallasbench/kernels/level1/mish.hpp>
#include <pallasbench/kernels/level1/sigmoid.hpp>
#include <pallasbench/kernels/level1/silu.hpp>
#include <pallasbench/kernels/level1/softplus.hpp>
#include <pallasbench/kernels/level1/tanh_activation.hpp>
#include <pallasbench/kernels/level2/fused_bias_gelu_dropout.hpp>
#include <pallasbench/kernels/level2/fused_gelu_bias.hpp>

#include "support/literals.hpp"
#include "support/run_call.hpp"

namespace pb::test {

/// An activation of literals in elements of type T. One short array is one block in any tiling.
template <class T, class Op>
void check_activation(Op const& op, std::vector<double> const& x, std::vector<double> const& y,
                      tolerance tol = rounding_of<T>) {
  check_values<executor<clamped>>(rounded<T>(y), tol, op, {x.size()}, as<T>(x));
}

/// Of results near the least normal f32: no absolute part but where 0 is expected, for which a
/// denormal will do.
template <class T>
inline constexpr tolerance relative{4e-42, rounding_of<T>.rtol};

TEST_CASE_TEMPLATE("E002 leaky_relu: a slope above 1 or below 0", T, float, f16, bf16) {
  std::vector<double> const x{-2, -1, 0, 3};
  check_activation<T>(ops::leaky_relu{.slope = 1.5}, x, {-3, -1.5, 0, 3}, exact);
  check_activation<T>(ops::leaky_relu{.slope = -0.5}, x, {1, 0.5, 0, 3}, exact);
}

TEST_CASE("E003 gelu: the negative tail of the exact form") {
  check_activation<float>(ops::gelu_erf{}, {-13, -10, -8, -6, -5.5, -5, -4},
                          {-7.95231372e-38, -7.61985302e-23, -4.97676846e-15, -5.91952587e-09,
                           -1.04442594e-07, -1.43325786e-06, -0.000126684967},
                          {0, 1e-3});
}

TEST_CASE("E004 gelu and its fusions: which form it is") {
  std::vector<double> const x{-3, -2, -1, 1, 2, 3}, half{-1.5, -1, -0.5, 0.5, 1, 1.5};
  std::vector<double> const by_erf{-0.00404969409, -0.0455002639, -0.158655254,
                                   0.841344746,    1.95449974,    2.99595031};
  std::vector<double> const by_tanh{-0.00363739208, -0.0454023059, -0.158808009,
                                    0.841191991,    1.95459769,    2.99636261};
  tolerance const tol{1e-6, 0};
  auto const check_fused = [&](auto const& body, std::vector<double> const& y) {
    check_values<executor<clamped>>(y, tol, body, {1, 6}, as<float>(half), as<float>(half));
  };
  check_activation<float>(ops::gelu_erf{}, x, by_erf, tol);
  check_fused(kernels::fused_gelu_bias::body{}, by_tanh);
  check_fused(ops::bias{} | ops::gelu_erf{}, by_erf);
  ops::dropout const keeps_all{.p = 0};
  kernels::fused_bias_gelu_dropout::body const fused = ops::bias{} | ops::gelu{} | keeps_all;
  check_fused(fused, by_tanh);
  check_fused(ops::bias{} | ops::gelu_erf{} | keeps_all, by_erf);
}

TEST_CASE_TEMPLATE("E005 silu: large arguments of either sign", T, float, f16, bf16) {
  check_activation<T>(ops::silu{}, {-10000, -100, -20, 0, 20, 88, 89, 10000},
                      {0, 0, -4.12230724e-08, 0, 20, 88, 89, 10000}, relative<T>);
  // By the formula -inf * 0.
  check_activation<T>(ops::silu{}, {-infinity, infinity, nan}, {nan, infinity, nan});
}

TEST_CASE("E006 sigmoid: f16 results do not collapse to zero") {
  std::vector<double> const x{-11, -11.125, -11.1875, -12, -14, -16, -17};
  check_activation<f16>(ops::sigmoid{}, x,
                        {1.66893005e-05, 1.47223473e-05, 1.38282776e-05, 6.13927841e-06,
                         8.34465027e-07, 1.1920929e-07, 5.96046448e-08},
                        {6e-8, 0});
  std::vector<double> const y{1.67014218e-05, 1.4738982e-05,  1.38460046e-05, 6.1441746e-06,
                              8.31528028e-07, 1.12535162e-07, 4.13993755e-08};
  check_activation<float>(ops::sigmoid{}, x, y, relative<float>);
  check_activation<bf16>(ops::sigmoid{}, x, y, relative<bf16>);
}

TEST_CASE("E007 tanh_activation: small arguments") {
  check_activation<float>(ops::tanh_activation{}, {1e-8, 6e-8, 1e-6, -1e-5, 1e-4, 1e-3},
                          {9.99999994e-09, 5.99999979e-08, 9.99999997e-07, -9.99999975e-06,
                           9.99999971e-05, 0.000999999714},
                          {0, 1e-5});
}

TEST_CASE_TEMPLATE("E008 softplus, mish: large arguments", T, float, f16, bf16) {
  std::vector<double> const x{1, 10, 11, 12, 20, 50, 89, 10000};
  check_activation<T>(ops::softplus{}, x,
                      {1.31326169, 10.0000454, 11.0000167, 12.0000061, 20, 50, 89, 10000});
  check_activation<T>(ops::mish{}, x, {0.865098388, 9.99999996, 10.9999999, 12, 20, 50, 89, 10000});
}

TEST_CASE_TEMPLATE("E009 elu: special values, and the branch that is not taken", T, float, f16,
                   bf16) {
  check_activation<T>(ops::elu{}, {-infinity, -200, -0.0, 0, 88.75, 100, infinity, nan},
                      {-1, -1, 0, 0, 88.75, 100, infinity, nan});
}

TEST_CASE_TEMPLATE("E010 hardswish: the clip of large arguments", T, float, f16, bf16) {
  check_activation<T>(ops::hardswish{}, {-4, -3, -1.5, 0, 3, 134217728, 1e30},
                      {0, 0, -0.375, 0, 3, 134217728, 1e30}, {0, 1e-6});
  // By the formula -inf * 0.
  check_activation<T>(ops::hardswish{}, {-infinity, infinity, nan}, {nan, infinity, nan});
}

TEST_CASE_TEMPLATE("E011 mish: arguments whose exponential squared overflows", T, float, f16,
                   bf16) {
  check_activation<T>(ops::mish{}, {-100, -20, -1, 0, 1, 20, 50, 89, 10000},
                      {0, -4.12230724e-08, -0.303401461, 0, 0.865098388, 20, 50, 89, 10000},
                      relative<T>);
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_EDGE_ELEMENTWISE_HPP
