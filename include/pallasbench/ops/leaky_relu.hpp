// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Leaky rectified linear unit: selected by sign, so that any slope will do.
#ifndef PALLASBENCH_OPS_LEAKY_RELU_HPP
#define PALLASBENCH_OPS_LEAKY_RELU_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// x if x >= 0 else slope x
struct leaky_relu {
  using signature = map_of<operand::tile>;
  double slope = 0.01;

  template <class X>
  PB_FN auto operator()(X const& x) const {
    return select(x >= 0.0, x, slope * x);
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_LEAKY_RELU_HPP
