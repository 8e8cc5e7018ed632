// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Host executor of pattern map: OpenMP threads take the blocks of the plan, each walked in register
// tiles. Elements past the end are NaN, so that a body which lets them matter is seen.
#ifndef PALLASBENCH_PATTERNS_MAP_MAP_HOST_HPP
#define PALLASBENCH_PATTERNS_MAP_MAP_HOST_HPP

#include <pallasbench/patterns/map/map.hpp>

namespace pb::host {

namespace detail {

inline constexpr int map_items = 16;

template <int I, class Call>
auto load_map_tile(Call const& call, i64 base, i64 end) {
  using T = typename Call::element;
  using C = compute_t<T>;
  T const* in = input<T>(call, I);
  tile<C, map_items, no_rows> result{};
  for (int i = 0; i < map_items; ++i) {
    i64 const at = base + i;
    i64 const from = Call::template is_row_vector<I> && at < end ? at % call.columns : at;
    result.data[i] = at < end ? static_cast<C>(in[from]) : static_cast<C>(PB_NAN);
  }
  return result;
}

template <class Call, int... I>
void map_block(Call const& call, i64 begin, i64 end, pb::detail::indices<I...>) {
  for (i64 base = begin; base < end; base += map_items) {
    auto const y = call.body(load_map_tile<I>(call, base, end)...);
    for (int i = 0; i < map_items && base + i < end; ++i) {
      call.out[base + i] = static_cast<typename Call::element>(y.at(i));
    }
  }
}

}  // namespace detail

/// Runs the call by the plan's blocks. Memory is touched within the arrays only.
template <class Body, class T>
void run(map_call<Body, T> const& call, plan const& p) {
  i64 const size = call.size;
  i64 const block = p.block_shape.count();
#pragma omp parallel for schedule(static)
  for (i64 b = 0; b < p.num_blocks(); ++b) {
    detail::map_block(call, b * block, min_of((b + 1) * block, size),
                      pb::detail::make_indices<num_inputs<Body>>{});
  }
}

}  // namespace pb::host

#endif  // PALLASBENCH_PATTERNS_MAP_MAP_HOST_HPP
