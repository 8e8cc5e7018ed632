// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Host executor of pattern reduce: the blocks of the plan are shared out to a fixed number of runs,
// each added up by one OpenMP thread, so that the sum does not depend on the number of threads.
#ifndef PALLASBENCH_PATTERNS_REDUCE_REDUCE_HOST_HPP
#define PALLASBENCH_PATTERNS_REDUCE_REDUCE_HOST_HPP

#include <pallasbench/patterns/map/map_host.hpp>
#include <pallasbench/patterns/reduce/reduce.hpp>
#include <pallasbench/patterns/rows/rows_host.hpp>

namespace pb::host {

namespace detail {

template <class Body, class T, int... I>
mean_part block_part(map_call<Body, T> const& call, i64 b, pb::detail::indices<I...>) {
  mean_part part{0, 0};
  for (int first = 0; first < call.tiles.block_elements(); first += map_items) {
    auto const y = call.body(load_map_tile<I>(call, b, first)...);
    for (int i = 0; i < map_items; ++i)
      if (call.position_of(b, first + i).valid) part = part + mean_part{double(y.at(i)), 1};
  }
  return part;
}

template <class Body, class T, int... I>
mean_part block_part(rows_call<Body, T> const& call, i64 r, pb::detail::indices<I...> inputs) {
  pb::detail::with_count<Body> const f{call.body};
  return pb::detail::on_lazy_row<compute_t<T>>(f, call, r, serial_row{call.columns}, inputs).part();
}

template <class Body, class T>
i64 num_blocks(map_call<Body, T> const& call) { return call.num_blocks(); }
template <class Body, class T>
i64 num_blocks(rows_call<Body, T> const& call) { return call.rows; }

}  // namespace detail

/// Runs the call; a plan of one block is walked by one thread.
template <class Body, class T>
void run(reduce_call<Body, T> const& call, [[maybe_unused]] plan const& p) {
  constexpr int runs = 256;
  auto const inner = call.inner();
  i64 const blocks = detail::num_blocks(inner);
  mean_part parts[runs] = {};
#pragma omp parallel for schedule(dynamic) if (p.num_blocks() > 1)
  for (int run = 0; run < runs; ++run) {
    for (i64 b = run * blocks / runs; b < (run + 1) * blocks / runs; ++b)
      parts[run] =
          parts[run] + detail::block_part(inner, b, pb::detail::make_indices<num_inputs<Body>>{});
  }
  mean_part all{0, 0};
  for (mean_part const& part : parts) all = all + part;
  *call.out = static_cast<typename reduce_call<Body, T>::output_type>(all.mean());
}

}  // namespace pb::host

#endif  // PALLASBENCH_PATTERNS_REDUCE_REDUCE_HOST_HPP
