// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Rectified linear unit. NaN stays NaN.
#ifndef PALLASBENCH_OPS_RELU_HPP
#define PALLASBENCH_OPS_RELU_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// max(x, 0)
struct relu {
  using signature = map_of<operand::tile>;

  template <class X>
  PB_FN auto operator()(X const& x) const {
    return max(x, 0.0);
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_RELU_HPP
