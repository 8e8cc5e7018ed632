// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The sum of each column. It lives in pb::reductions, beside the word of the same name that bodies
// use.
#ifndef PALLASBENCH_OPS_COL_SUM_HPP
#define PALLASBENCH_OPS_COL_SUM_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::reductions {

/// sum(x), one value a column; 0 for an empty column
struct col_sum {
  using signature = columns_of<operand::tile>;

  template <class Column>
  PB_FN auto operator()(Column const& x) const {
    return pb::col_sum(x);
  }
};

}  // namespace pb::reductions

#endif  // PALLASBENCH_OPS_COL_SUM_HPP
