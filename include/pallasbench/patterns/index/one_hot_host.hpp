// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Host executor of one_hot calls: OpenMP threads take the blocks of the plan.
#ifndef PALLASBENCH_PATTERNS_INDEX_ONE_HOT_HOST_HPP
#define PALLASBENCH_PATTERNS_INDEX_ONE_HOT_HOST_HPP

#include <pallasbench/patterns/index/one_hot.hpp>

namespace pb::host {

/// Runs the call by the plan's blocks.
template <class Body, class T, class Index>
void run(one_hot_call<Body, T, Index> const& call, plan const& p) {
  i64 const bm = p.block_shape[0];
  i64 const bn = p.block_shape[1];
#pragma omp parallel for schedule(static)
  for (i64 b = 0; b < p.num_blocks(); ++b) {
    i64 const r0 = b / p.grid_shape[1] * bm;
    i64 const c0 = b % p.grid_shape[1] * bn;
    for (i64 r = r0; r < min_of(r0 + bm, call.rows); ++r)
      for (i64 c = c0; c < min_of(c0 + bn, call.columns); ++c)
        call.out[r * call.columns + c] = static_cast<T>(row_elements<1>(call, r, c).at(0));
  }
}

}  // namespace pb::host

#endif  // PALLASBENCH_PATTERNS_INDEX_ONE_HOT_HOST_HPP
