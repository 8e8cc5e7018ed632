// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Smooth rectifier, without overflow for large x or cancellation for small.
#ifndef PALLASBENCH_OPS_SOFTPLUS_HPP
#define PALLASBENCH_OPS_SOFTPLUS_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// log(1 + exp(x)) = max(x, 0) + log(1 + exp(-abs(x)))
struct softplus {
  using signature = map_of<operand::tile>;

  template <class X>
  PB_FN auto operator()(X const& x) const {
    return max(x, 0.0) + log1p_of_fraction(exp_of_term(-abs(x)));
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_SOFTPLUS_HPP
