// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Squared difference of two arrays; its mean is the mean squared error.
#ifndef PALLASBENCH_OPS_SQUARED_DIFFERENCE_HPP
#define PALLASBENCH_OPS_SQUARED_DIFFERENCE_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// (p - t)^2
struct squared_difference {
  using signature = map_of<operand::tile, operand::tile>;

  template <class P, class Target>
  PB_FN auto operator()(P const& p, Target const& t) const {
    auto const d = p - t;
    return d * d;
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_SQUARED_DIFFERENCE_HPP
