// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Host executor of pattern convolve: OpenMP threads take the blocks of the plan.
#ifndef PALLASBENCH_PATTERNS_CONVOLVE_CONVOLVE_HOST_HPP
#define PALLASBENCH_PATTERNS_CONVOLVE_CONVOLVE_HOST_HPP

#include <pallasbench/patterns/convolve/convolve.hpp>

namespace pb::host {

/// Runs the call by the plan's blocks.
template <class Body, class T>
void run(convolve_call<Body, T> const& call, plan const& p) {
  using C = compute_t<T>;
  i64 const bl = p.block_shape[0];
  i64 const bf = p.block_shape[1];
#pragma omp parallel for schedule(static)
  for (i64 b = 0; b < p.num_blocks(); ++b) {
    i64 const l0 = b / p.grid_shape[1] * bl;
    i64 const f0 = b % p.grid_shape[1] * bf;
    for (i64 l = l0; l < min_of(l0 + bl, call.length); ++l) {
      for (i64 f = f0; f < min_of(f0 + bf, call.filters); ++f) {
        C const sum = window_sum<C>(call, l, f);
        call.out[l * call.filters + f] = static_cast<T>(call.result(sum, l, f));
      }
    }
  }
}

}  // namespace pb::host

#endif  // PALLASBENCH_PATTERNS_CONVOLVE_CONVOLVE_HOST_HPP
