// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The loop of the host executors whose output is a matrix cut into blocks.
#ifndef PALLASBENCH_PATTERNS_BLOCKS_HOST_HPP
#define PALLASBENCH_PATTERNS_BLOCKS_HOST_HPP

#include <pallasbench/patterns/plan.hpp>

namespace pb::host {

namespace detail {

/// Calls body(r0, r1, c0, c1) for every block [r0, r1) x [c0, c1) of a plan over [rows, columns]; OpenMP
/// threads take them in turn.
template <class Body>
void for_each_block(plan const& p, i64 rows, i64 columns, Body const& body) {
  i64 const block_rows = p.block_shape[0];
  i64 const block_columns = p.block_shape[1];
#pragma omp parallel for schedule(dynamic)
  for (i64 b = 0; b < p.num_blocks(); ++b) {
    i64 const r = b / p.grid_shape[1] * block_rows;
    i64 const c = b % p.grid_shape[1] * block_columns;
    body(r, min_of(r + block_rows, rows), c, min_of(c + block_columns, columns));
  }
}

/// The same for a body of single elements, body(r, c).
template <class Body>
void for_each_element(plan const& p, i64 rows, i64 columns, Body const& body) {
  for_each_block(p, rows, columns, [&](i64 r0, i64 r1, i64 c0, i64 c1) {
    for (i64 r = r0; r < r1; ++r)
      for (i64 c = c0; c < c1; ++c) body(r, c);
  });
}

}  // namespace detail

}  // namespace pb::host

#endif  // PALLASBENCH_PATTERNS_BLOCKS_HOST_HPP
