// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Host executor of pattern reversed: OpenMP threads take the blocks of the plan.
#ifndef PALLASBENCH_PATTERNS_SEQUENCE_REVERSED_HOST_HPP
#define PALLASBENCH_PATTERNS_SEQUENCE_REVERSED_HOST_HPP

#include <pallasbench/patterns/sequence/reversed.hpp>

namespace pb::host {

/// Runs the call by the plan's blocks.
template <class Body, class T>
void run(reversed_call<Body, T> const& call, plan const& p) {
  u8 const* const in = input<u8>(call, 0);
  i64 const block = p.block_shape.count();
#pragma omp parallel for schedule(static)
  for (i64 b = 0; b < p.num_blocks(); ++b) {
    for (i64 i = b * block; i < min_of((b + 1) * block, call.length); ++i) {
      tile<i32, 1, no_rows> const base{{in[call.length - 1 - i]}, {}};
      call.out[i] = static_cast<u8>(call.body(base).at(0));
    }
  }
}

}  // namespace pb::host

#endif  // PALLASBENCH_PATTERNS_SEQUENCE_REVERSED_HOST_HPP
