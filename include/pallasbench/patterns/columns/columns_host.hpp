// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Host executor of pattern columns: OpenMP threads take the plan's blocks of columns; each column
// is a lazy one that its thread walks alone.
#ifndef PALLASBENCH_PATTERNS_COLUMNS_COLUMNS_HOST_HPP
#define PALLASBENCH_PATTERNS_COLUMNS_COLUMNS_HOST_HPP

#include <pallasbench/patterns/columns/columns.hpp>

namespace pb::host {

namespace detail {

template <class Body, class T>
void run_column(columns_call<Body, T> const& call, i64 c) {
  using C = compute_t<T>;
  auto const y = pb::detail::column_result<C>(call, c, serial_row{call.rows},
                                              pb::detail::make_indices<num_inputs<Body>>{});
  i64 const results = call.output_shape()[0];
  for (i64 r = 0; r < results; ++r) call.out[r * call.columns + c] = static_cast<T>(y.at(r));
}

}  // namespace detail

/// Runs the call by the plan's blocks: some columns each, or all of them.
template <class Body, class T>
void run(columns_call<Body, T> const& call, plan const& p) {
  if (p.num_blocks() == 0) return;
  i64 const columns_per_block = p.block_shape[1];
#pragma omp parallel for schedule(dynamic)
  for (i64 b = 0; b < p.grid_shape[1]; ++b) {
    i64 const end = min_of((b + 1) * columns_per_block, call.columns);
    for (i64 c = b * columns_per_block; c < end; ++c) detail::run_column(call, c);
  }
}

}  // namespace pb::host

#endif  // PALLASBENCH_PATTERNS_COLUMNS_COLUMNS_HOST_HPP
