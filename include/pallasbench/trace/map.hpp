// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern map, recorded: the whole arrays as a program, and as one pallas_call.
#ifndef PALLASBENCH_TRACE_MAP_HPP
#define PALLASBENCH_TRACE_MAP_HPP

#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/trace/tiles.hpp>

#include <string>
#include <utility>

namespace pb::trace {

template <class Body, class T>
graph record(map_call<Body, T> const& call, std::string name) {
  return detail::record_tiles(call, std::move(name), shape_of(call.shape),
                              detail::make_indices<num_inputs<Body>>{});
}

/// Elements are independent, so a map's arrays are cut as one long line. Row vectors need columns:
/// there a block is one row.
template <class Body, class T>
pallas_call pallas_form(map_call<Body, T> const& call, plan const& p, std::string const& name) {
  shape_t const array =
      map_call<Body, T>::has_rows ? shape_t{call.rows, call.columns} : shape_t{call.size};
  return detail::tiles_form(call, p, name, detail::make_indices<num_inputs<Body>>{}, array);
}

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_MAP_HPP
