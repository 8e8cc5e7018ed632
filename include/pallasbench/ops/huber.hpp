// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Huber's loss of two arrays: a parabola up to delta, a line beyond it. The branch that is not taken
// may overflow; it plays no part.
#ifndef PALLASBENCH_OPS_HUBER_HPP
#define PALLASBENCH_OPS_HUBER_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// 0.5 d^2 if abs(d) <= delta else delta (abs(d) - 0.5 delta), with d = p - t; delta above 0
struct huber {
  using signature = map_of<operand::tile, operand::tile>;
  double delta = 1;

  PB_FN constexpr bool is_allowed() const { return delta > 0; }

  template <class P, class Target>
  PB_FN auto operator()(P const& p, Target const& t) const {
    auto const d = abs(p - t);
    return select(d <= delta, 0.5 * (d * d), delta * (d - 0.5 * delta));
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_HUBER_HPP
