// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Host executor of pattern contract: OpenMP threads take blocks of the product, cut into panels of
// accumulators that stay in the cache; each step of k adds one row of b to every row of the panel.
#ifndef PALLASBENCH_PATTERNS_CONTRACT_CONTRACT_HOST_HPP
#define PALLASBENCH_PATTERNS_CONTRACT_CONTRACT_HOST_HPP

#include <pallasbench/patterns/contract/contract.hpp>

namespace pb::host {

namespace detail {

inline constexpr int panel_m = 8;
inline constexpr int panel_n = 128;

/// out[m0 .. m0 + rows, n0 .. n0 + columns)
template <class Call>
void contract_panel(Call const& call, i64 m0, int rows, i64 n0, int columns) {
  using T = typename Call::template input_type<Call::b_input>;
  using C = compute_t<T>;
  C sum[panel_m][panel_n] = {};
  for (i64 k = 0; k < call.k; ++k) {
    for (int i = 0; i < rows; ++i) {
      C const a = left_element<C>(call, m0 + i, k);
      T const* const b = input<T>(call, Call::b_input) + k * call.n + n0;
      for (int j = 0; j < columns; ++j) sum[i][j] += a * static_cast<C>(b[j]);
    }
  }
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      call.out[(m0 + i) * call.n + n0 + j] =
          static_cast<typename Call::output_type>(product_element<C>(call, sum[i][j], m0 + i, n0 + j));
}

template <class Call>
void contract_block(Call const& call, i64 m0, i64 m1, i64 n0, i64 n1) {
  for (i64 n = n0; n < n1; n += panel_n)
    for (i64 m = m0; m < m1; m += panel_m)
      contract_panel(call, m, int(min_of(panel_m, m1 - m)), n, int(min_of(panel_n, n1 - n)));
}

}  // namespace detail

/// Runs the call by the plan's blocks.
template <class Body, class T>
void run(contract_call<Body, T> const& call, plan const& p) {
  i64 const bm = p.block_shape[0];
  i64 const bn = p.block_shape[1];
#pragma omp parallel for schedule(dynamic)
  for (i64 b = 0; b < p.num_blocks(); ++b) {
    i64 const m0 = b / p.grid_shape[1] * bm;
    i64 const n0 = b % p.grid_shape[1] * bn;
    detail::contract_block(call, m0, min_of(m0 + bm, call.m), n0, min_of(n0 + bn, call.n));
  }
}

}  // namespace pb::host

#endif  // PALLASBENCH_PATTERNS_CONTRACT_CONTRACT_HOST_HPP
