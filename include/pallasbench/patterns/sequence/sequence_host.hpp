// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Host executor of pattern sequence: OpenMP threads take the blocks of the plan and count into the one
// histogram with atomic additions.
#ifndef PALLASBENCH_PATTERNS_SEQUENCE_SEQUENCE_HOST_HPP
#define PALLASBENCH_PATTERNS_SEQUENCE_SEQUENCE_HOST_HPP

#include <pallasbench/patterns/sequence/sequence.hpp>

namespace pb::host {

/// Runs the call by the plan's blocks, after clearing the output.
template <class Body, class T>
void run(sequence_call<Body, T> const& call, plan const& p) {
  for (i64 b = 0; b < call.body.bins(); ++b) call.out[b] = 0;
  i64 const block = p.block_shape.count();
#pragma omp parallel for schedule(static)
  for (i64 b = 0; b < p.num_blocks(); ++b) {
    for (i64 at = b * block; at < min_of((b + 1) * block, call.windows()); ++at) {
      i32 const bin = window_bin(call, at);
      if (bin < 0) continue;
#pragma omp atomic
      ++call.out[bin];
    }
  }
}

}  // namespace pb::host

#endif  // PALLASBENCH_PATTERNS_SEQUENCE_SEQUENCE_HOST_HPP
