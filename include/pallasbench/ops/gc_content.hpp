// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The share of G and C in sequences, row by row.
#ifndef PALLASBENCH_OPS_GC_CONTENT_HPP
#define PALLASBENCH_OPS_GC_CONTENT_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/bases.hpp>

namespace pb::ops {

/// (number of G or C) / (number of bases), one f32 a row. Ambiguous bases count as bases only; a
/// sequence without bases gives NaN, as a mean over nothing does. Counted in integers, divided
/// once.
template <alphabet Alphabet>
struct gc_content_of {
  using signature = rows_of<operand::bases>;

  template <class Row>
  PB_FN auto operator()(Row const& s) const {
    auto const code = base_code<Alphabet>(s);
    auto const gc = row_count<i64>(code == 1 || code == 2);
    return cast<double>(gc) / cast<double>(row_size(column_index(s)));
  }
};

using gc_content = gc_content_of<alphabet::codes>;

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_GC_CONTENT_HPP
