// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Softmax of each row, shifted by the maximum so that nothing overflows. A row holding +inf, or
// -inf only, is NaN, as in PyTorch and JAX.
#ifndef PALLASBENCH_OPS_SOFTMAX_HPP
#define PALLASBENCH_OPS_SOFTMAX_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// exp(x - max(x)) / sum(exp(x - max(x)))
struct softmax {
  using signature = rows_of<operand::tile>;

  template <class Row>
  PB_FN auto operator()(Row const& x) const {
    return row_softmax(x);
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_SOFTMAX_HPP
