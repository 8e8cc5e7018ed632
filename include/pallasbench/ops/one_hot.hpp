// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// One-hot rows: the body compares a column number with a row's index.
#ifndef PALLASBENCH_OPS_ONE_HOT_HPP
#define PALLASBENCH_OPS_ONE_HOT_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// 1 where column = index, else 0; an index outside the columns, negative too, gives a row of zeros
struct one_hot {
  using signature = signature_of<pattern_kind::index, operand::index>;

  template <class Column, class Index>
  PB_FN auto operator()(Column const& column, Index const& index) const {
    return cast<float>(column == index);
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_ONE_HOT_HPP
