// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Logarithm of the softmax of each row.
#ifndef PALLASBENCH_OPS_LOG_SOFTMAX_HPP
#define PALLASBENCH_OPS_LOG_SOFTMAX_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// (x - max(x)) - log(sum(exp(x - max(x))))
struct log_softmax {
  using signature = rows_of<operand::tile>;

  template <class Row>
  PB_FN auto operator()(Row const& x) const {
    return row_log_softmax(x);
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_LOG_SOFTMAX_HPP
