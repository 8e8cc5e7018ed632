// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Sigmoid linear unit (Swish).
#ifndef PALLASBENCH_OPS_SILU_HPP
#define PALLASBENCH_OPS_SILU_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// x / (1 + exp(-x)), which is x logistic(x)
struct silu {
  using signature = map_of<operand::tile>;

  template <class X>
  PB_FN auto operator()(X const& x) const {
    return x * logistic(x);
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_SILU_HPP
