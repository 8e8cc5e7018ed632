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
auto load_map_tile(Call const& call, i64 b, int first) {
  using T = typename Call::template input_type<I>;
  using C = compute_t<T>;
  T const* in = input<T>(call, I);
  using scope = element_runs<map_items, map_items, false>;
  auto const span = call.span_of(b);
  tile<C, map_items, scope> result{{}, {span.first + first}};
  for (int i = 0; i < map_items; ++i) {
    i64 from = span.first + first + i;
    if constexpr (Call::template is_row_vector<I>) from = call.column_of(span, first + i);
    result.data[i] = first + i < span.count ? static_cast<C>(in[from]) : missing_element<C>();
  }
  return result;
}

template <class Call, int... I>
void map_block(Call const& call, i64 b, pb::detail::indices<I...>) {
  using T = typename Call::output_type;
  auto const span = call.span_of(b);
  for (int first = 0; first < span.count; first += map_items) {
    auto const y = call.body(load_map_tile<I>(call, b, first)...);
    for (int i = 0; i < map_items && first + i < span.count; ++i)
      call.out[span.first + first + i] = static_cast<T>(y.at(i));
  }
}

}  // namespace detail

/// Runs the call: the blocks of the plan, shared out to threads unless the plan has one.
template <class Body, class T>
void run(map_call<Body, T> const& call, [[maybe_unused]] plan const& p) {
#pragma omp parallel for schedule(static) if (p.num_blocks() > 1)
  for (i64 b = 0; b < call.num_blocks(); ++b)
    detail::map_block(call, b, pb::detail::make_indices<num_inputs<Body>>{});
}

}  // namespace pb::host

#endif  // PALLASBENCH_PATTERNS_MAP_MAP_HOST_HPP
