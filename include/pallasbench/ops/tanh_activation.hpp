// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Hyperbolic tangent.
#ifndef PALLASBENCH_OPS_TANH_ACTIVATION_HPP
#define PALLASBENCH_OPS_TANH_ACTIVATION_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// tanh(x)
struct tanh_activation {
  using signature = map_of<operand::tile>;

  template <class X>
  PB_FN auto operator()(X const& x) const {
    return tanh(x);
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_TANH_ACTIVATION_HPP
