// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Host executor of pattern contract: OpenMP threads take blocks of the product.
#ifndef PALLASBENCH_PATTERNS_CONTRACT_CONTRACT_HOST_HPP
#define PALLASBENCH_PATTERNS_CONTRACT_CONTRACT_HOST_HPP

#include <pallasbench/patterns/blocks_host.hpp>
#include <pallasbench/patterns/contract/contract_panels_host.hpp>

namespace pb::host {

/// Runs the call by the plan's blocks.
template <class Body, class T>
void run(contract_call<Body, T> const& call, plan const& p) {
  detail::for_each_block(p, call.m, call.n, [&](i64 m0, i64 m1, i64 n0, i64 n1) {
    product_block<compute_t<T>>(call, m0, m1, n0, n1, call.out);
  });
}

}  // namespace pb::host

#endif  // PALLASBENCH_PATTERNS_CONTRACT_CONTRACT_HOST_HPP
