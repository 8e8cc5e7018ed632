// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Host executor of pattern index: OpenMP threads take the blocks of the plan.
#ifndef PALLASBENCH_PATTERNS_INDEX_INDEX_HOST_HPP
#define PALLASBENCH_PATTERNS_INDEX_INDEX_HOST_HPP

#include <pallasbench/patterns/blocks_host.hpp>
#include <pallasbench/patterns/index/index.hpp>

namespace pb::host {

/// Runs the call by the plan's blocks.
template <class Body, class T, class Index>
void run(index_call<Body, T, Index> const& call, plan const& p) {
  using C = compute_t<T>;
  detail::for_each_element(p, call.rows, call.columns, [&](i64 r, i64 c) {
    call.out[r * call.columns + c] = static_cast<T>(call.template result<C>(r, c));
  });
}

}  // namespace pb::host

#endif  // PALLASBENCH_PATTERNS_INDEX_INDEX_HOST_HPP
