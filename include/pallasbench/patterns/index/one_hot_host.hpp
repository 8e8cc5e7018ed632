// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Host executor of one_hot calls: OpenMP threads take the blocks of the plan.
#ifndef PALLASBENCH_PATTERNS_INDEX_ONE_HOT_HOST_HPP
#define PALLASBENCH_PATTERNS_INDEX_ONE_HOT_HOST_HPP

#include <pallasbench/patterns/blocks_host.hpp>
#include <pallasbench/patterns/index/one_hot.hpp>

namespace pb::host {

/// Runs the call by the plan's blocks.
template <class Body, class T, class Index>
void run(one_hot_call<Body, T, Index> const& call, plan const& p) {
  detail::for_each_element(p, call.rows, call.columns, [&](i64 r, i64 c) {
    call.out[r * call.columns + c] = static_cast<T>(element_of_row(call, r, c));
  });
}

}  // namespace pb::host

#endif  // PALLASBENCH_PATTERNS_INDEX_ONE_HOT_HOST_HPP
