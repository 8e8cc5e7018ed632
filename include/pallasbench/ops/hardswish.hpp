// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Piecewise linear Swish. The clipped factor is divided first: x times 6 would overflow.
#ifndef PALLASBENCH_OPS_HARDSWISH_HPP
#define PALLASBENCH_OPS_HARDSWISH_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// x clip(x + 3, 0, 6) / 6
struct hardswish {
  using signature = map_of<operand::tile>;

  template <class X>
  PB_FN auto operator()(X const& x) const {
    return x * (min(max(x + 3.0, 0.0), 6.0) / 6.0);
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_HARDSWISH_HPP
