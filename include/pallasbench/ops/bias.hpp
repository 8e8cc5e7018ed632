// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// A row vector added to every row.
#ifndef PALLASBENCH_OPS_BIAS_HPP
#define PALLASBENCH_OPS_BIAS_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// x + b, b of the row's length
struct bias {
  using signature = map_of<operand::tile, operand::row_vector>;

  template <class X, class B>
  PB_FN auto operator()(X const& x, B const& b) const {
    return x + b;
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_BIAS_HPP
