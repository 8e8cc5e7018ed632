// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Host executor of pattern rows: OpenMP threads take the rows; each is a lazy row that its thread walks
// alone.
#ifndef PALLASBENCH_PATTERNS_ROWS_ROWS_HOST_HPP
#define PALLASBENCH_PATTERNS_ROWS_ROWS_HOST_HPP

#include <pallasbench/patterns/rows/rows.hpp>

namespace pb::host {

namespace detail {

template <class Body, class T>
void run_row(rows_call<Body, T> const& call, i64 r) {
  using C = compute_t<T>;
  using out_type = typename rows_call<Body, T>::output_type;
  auto const y = pb::detail::lazy_result<C>(call, r, serial_row{call.columns},
                                            pb::detail::make_indices<num_inputs<Body>>{});
  if constexpr (rows_call<Body, T>::reduces) {
    call.out[r] = static_cast<out_type>(y.at(0));
  } else {
    out_type* out = call.out + r * call.columns;
    for (i64 c = 0; c < call.columns; ++c) out[c] = static_cast<out_type>(y.at(c));
  }
}

}  // namespace detail

/// Runs the call by the plan's blocks: one row each, or all of them.
template <class Body, class T>
void run(rows_call<Body, T> const& call, plan const& p) {
  if (p.num_blocks() == 0) return;
  i64 const rows_per_block = p.block_shape[0];
#pragma omp parallel for schedule(dynamic, 16)
  for (i64 b = 0; b < p.grid_shape[0]; ++b) {
    i64 const end = min_of((b + 1) * rows_per_block, call.rows);
    for (i64 r = b * rows_per_block; r < end; ++r) detail::run_row(call, r);
  }
}

}  // namespace pb::host

#endif  // PALLASBENCH_PATTERNS_ROWS_ROWS_HOST_HPP
