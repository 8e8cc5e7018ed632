// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Gaussian error linear unit. gelu is the tanh form, JAX's default; gelu_erf the exact one. They
// differ by up to 5e-4, so whoever compares must name the same.
#ifndef PALLASBENCH_OPS_GELU_HPP
#define PALLASBENCH_OPS_GELU_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// 0.5 x (1 + tanh(u)), u = sqrt(2/pi) (x + 0.044715 x^3)   [Hendrycks and Gimpel, arXiv:1606.08415];
/// written as x logistic(2 u), which is the same, with no cancellation in the negative tail.
struct gelu {
  using signature = map_of<operand::tile>;

  template <class X>
  PB_FN auto operator()(X const& x) const {
    constexpr double twice_sqrt_2_over_pi = 2 * 0.79788456080286535588;
    return x * logistic(x * (twice_sqrt_2_over_pi + 0.044715 * twice_sqrt_2_over_pi * (x * x)));
  }
};

/// 0.5 x erfc(-x / sqrt(2)): no cancellation in the negative tail.
struct gelu_erf {
  using signature = map_of<operand::tile>;

  template <class X>
  PB_FN auto operator()(X const& x) const {
    constexpr double minus_sqrt_half = -0.70710678118654752440;
    return 0.5 * x * erfc(minus_sqrt_half * x);
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_GELU_HPP
