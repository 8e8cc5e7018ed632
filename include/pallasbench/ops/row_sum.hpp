// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The sum of each row. It lives in pb::reductions, beside the word of the same name that bodies
// use.
#ifndef PALLASBENCH_OPS_ROW_SUM_HPP
#define PALLASBENCH_OPS_ROW_SUM_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::reductions {

/// sum(x), one value a row; 0 for an empty row
struct row_sum {
  using signature = rows_of<operand::tile>;
  static constexpr bool keeps_axis = true;

  template <class Row>
  PB_FN auto operator()(Row const& x) const {
    return pb::row_sum(x);
  }
};

}  // namespace pb::reductions

#endif  // PALLASBENCH_OPS_ROW_SUM_HPP
