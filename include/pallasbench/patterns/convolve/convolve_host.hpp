// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Host executor of pattern convolve: OpenMP threads take the blocks of the plan.
#ifndef PALLASBENCH_PATTERNS_CONVOLVE_CONVOLVE_HOST_HPP
#define PALLASBENCH_PATTERNS_CONVOLVE_CONVOLVE_HOST_HPP

#include <pallasbench/patterns/blocks_host.hpp>
#include <pallasbench/patterns/convolve/convolve.hpp>

namespace pb::host {

/// Runs the call by the plan's blocks.
template <class Body, class T>
void run(convolve_call<Body, T> const& call, plan const& p) {
  using C = compute_t<T>;
  detail::for_each_element(p, call.length, call.filters, [&](i64 l, i64 f) {
    C const sum = window_sum<C>(call, l, f);
    call.out[l * call.filters + f] = static_cast<T>(call.result(sum, l, f));
  });
}

}  // namespace pb::host

#endif  // PALLASBENCH_PATTERNS_CONVOLVE_CONVOLVE_HOST_HPP
