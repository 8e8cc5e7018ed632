// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Host executor of pattern attend: OpenMP threads take blocks of queries.
#ifndef PALLASBENCH_PATTERNS_ATTEND_ATTEND_HOST_HPP
#define PALLASBENCH_PATTERNS_ATTEND_ATTEND_HOST_HPP

#include <pallasbench/patterns/attend/attend_panels_host.hpp>

namespace pb::host {

/// Runs the call, its queries shared out to threads unless the plan has one block.
template <class Body, class T>
void run(attend_call<Body, T> const& call, [[maybe_unused]] plan const& p) {
  i64 const blocks = attended_blocks(call);
#pragma omp parallel for schedule(dynamic) if (p.num_blocks() > 1)
  for (i64 b = 0; b < blocks; ++b) attend_block<compute_t<widest_t<T>>>(call, b, call.out);
}

}  // namespace pb::host

#endif  // PALLASBENCH_PATTERNS_ATTEND_ATTEND_HOST_HPP
