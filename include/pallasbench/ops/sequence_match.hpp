// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The number of positions at which sequences agree, row by row.
#ifndef PALLASBENCH_OPS_SEQUENCE_MATCH_HPP
#define PALLASBENCH_OPS_SEQUENCE_MATCH_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/bases.hpp>

namespace pb::ops {

/// sum(a == b), one i32 a row; codes are compared as they are, so an ambiguous base equals itself.
/// Text is compared by its codes: case does not count, and all ambiguous letters are equal.
template <alphabet Alphabet>
struct sequence_match_of {
  using signature = rows_of<operand::bases, operand::bases>;

  template <class A, class B>
  PB_FN auto operator()(A const& a, B const& b) const {
    return row_count<i32>(base_code<Alphabet>(a) == base_code<Alphabet>(b));
  }
};

using sequence_match = sequence_match_of<alphabet::codes>;

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_SEQUENCE_MATCH_HPP
