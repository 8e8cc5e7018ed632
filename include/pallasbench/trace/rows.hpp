// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern rows, recorded: the whole arrays as a program, and as one pallas_call.
#ifndef PALLASBENCH_TRACE_ROWS_HPP
#define PALLASBENCH_TRACE_ROWS_HPP

#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/trace/tiles.hpp>

#include <string>
#include <utility>

namespace pb::trace {

template <class Body, class T>
graph record(rows_call<Body, T> const& call, std::string name) {
  return detail::record_tiles(call, std::move(name), {call.rows, call.columns},
                              detail::make_indices<num_inputs<Body>>{});
}

/// A row longer than a block is one block here: the blocks share its reductions.
template <class Body, class T>
pallas_call pallas_form(rows_call<Body, T> const& call, plan p, std::string const& name) {
  p.block_shape[1] = call.columns;
  p.grid_shape[1] = 1;
  pallas_call form = detail::tiles_form(call, p, name, detail::make_indices<num_inputs<Body>>{});
  if (rows_call<Body, T>::reduces) {
    bool const keeps = keeps_axis<Body>;
    form.output.block_shape = keeps ? shape_t{p.block_shape[0], 1} : shape_t{p.block_shape[0]};
    form.output.index_map = keeps ? std::vector<int>{0, 1} : std::vector<int>{0};
  }
  return form;
}

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_ROWS_HPP
