// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Host executor of pattern attend: OpenMP threads take the blocks of the plan, query by query, with
// the online softmax of the device.
#ifndef PALLASBENCH_PATTERNS_ATTEND_ATTEND_HOST_HPP
#define PALLASBENCH_PATTERNS_ATTEND_ATTEND_HOST_HPP

#include <pallasbench/patterns/attend/attend.hpp>

namespace pb::host {

namespace detail {

inline constexpr int attend_keys = 8;

/// Columns [start.column, start.column + count) of one query's result.
template <class Call>
void attend_query(Call const& call, typename Call::block_start const& start, int count) {
  using C = compute_t<typename Call::element>;
  auto const [b, h, query, column] = start;
  auto const* const q = call.template input_row<0>(b, h, query);
  i64 const visible = call.visible_keys(query);
  pb::detail::online_softmax<C> row;
  C sum[Call::tiles.block_columns] = {};
  for (i64 k0 = 0; k0 < visible; k0 += attend_keys) {
    int const keys = int(min_of(attend_keys, visible - k0));
    C scores[attend_keys];
    C largest = static_cast<C>(-PB_INFINITY);
    pb::detail::scores_of(call, q, call.template input_row<1>(b, h, k0), keys, scores);
    for (int j = 0; j < keys; ++j) largest = scalar::max{}(largest, scores[j]);
    C const factor = row.raise(largest);
    for (int c = 0; c < count; ++c) sum[c] *= factor;
    for (int j = 0; j < keys; ++j) {
      C const e = row.exponential(scores[j]);
      row.sum += e;
      auto const* const value = call.template input_row<2>(b, h, k0 + j) + column;
      for (int c = 0; c < count; ++c) sum[c] += e * static_cast<C>(value[c]);
    }
  }
  using out_type = typename Call::output_type;
  out_type* const out = call.output_row(b, h, query) + column;
  for (int c = 0; c < count; ++c)
    out[c] = static_cast<out_type>(visible == 0 ? C(0) : sum[c] / row.sum);
}

template <class Call>
void attend_block(Call const& call, i64 b) {
  auto start = call.start_of(b);
  int const columns = int(min_of(Call::tiles.block_columns, call.size - start.column));
  i64 const end = min_of(start.query + Call::tiles.block_queries, call.queries);
  for (; start.query < end; ++start.query) attend_query(call, start, columns);
}

}  // namespace detail

/// Runs the call: its blocks, shared out to threads unless the plan has one.
template <class Body, class T>
void run(attend_call<Body, T> const& call, [[maybe_unused]] plan const& p) {
#pragma omp parallel for schedule(dynamic) if (p.num_blocks() > 1)
  for (i64 b = 0; b < call.num_blocks(); ++b) detail::attend_block(call, b);
}

}  // namespace pb::host

#endif  // PALLASBENCH_PATTERNS_ATTEND_ATTEND_HOST_HPP
