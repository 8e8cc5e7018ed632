// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Host executor of pattern scatter: each OpenMP thread takes a range of elements and adds the
// updates that fall there, in order of their numbers: the same bits under every plan and number of
// threads.
#ifndef PALLASBENCH_PATTERNS_SCATTER_SCATTER_HOST_HPP
#define PALLASBENCH_PATTERNS_SCATTER_SCATTER_HOST_HPP

#include <pallasbench/patterns/scatter/scatter.hpp>

namespace pb::host {

namespace detail {

inline constexpr i64 scatter_range = 16384;  // sums on a thread's stack

/// Elements [begin, begin + size), size up to scatter_range.
template <class Call>
void scatter_to_range(Call const& call, i64 begin, i64 size) {
  using T = typename Call::element;
  using C = typename Call::sum_type;
  C sums[scatter_range];
  for (i64 i = 0; i < size; ++i) sums[i] = static_cast<C>(input<T>(call, 0)[begin + i]);
  for (i64 n = 0; n < call.updates; ++n) {
    i64 const i = target_of(call, n) - begin;
    if (0 <= i && i < size) sums[i] += added_value<C>(call, n);
  }
  for (i64 i = 0; i < size; ++i) call.out[begin + i] = static_cast<T>(sums[i]);
}

}  // namespace detail

/// Runs the call. The plan cuts the updates, whose order matters here: it is left aside.
template <class Body, class T, class Index>
void run(scatter_call<Body, T, Index> const& call, plan const&) {
#pragma omp parallel for schedule(dynamic)
  for (i64 r = 0; r < ceil_div(call.size, detail::scatter_range); ++r) {
    i64 const begin = r * detail::scatter_range;
    detail::scatter_to_range(call, begin, min_of(detail::scatter_range, call.size - begin));
  }
}

}  // namespace pb::host

#endif  // PALLASBENCH_PATTERNS_SCATTER_SCATTER_HOST_HPP
