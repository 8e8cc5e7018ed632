// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern columns, recorded: the whole arrays as a program, and as one pallas_call. A column result
// has the shape [columns], as a row vector does.
#ifndef PALLASBENCH_TRACE_COLUMNS_HPP
#define PALLASBENCH_TRACE_COLUMNS_HPP

#include <pallasbench/patterns/columns/columns.hpp>
#include <pallasbench/trace/skeleton.hpp>

#include <string>
#include <utility>

namespace pb::trace {

namespace detail {

/// The body on arrays of `shape`.
template <class Call, int... I>
graph record_columns(Call const& call, std::string name, shape_t const& shape, indices<I...>) {
  using T = typename Call::element;
  graph program{.name = std::move(name), .nodes = {}};
  program.reduced_axis = 0;
  shape_t const vector{shape[1]};
  traced const in[] = {add_input(program, element_of<T>,
                                 Call::template is_row_vector<I> ? vector : shape)...};
  traced y = call.body(convert(in[I], computes_in<T>)...);
  if (Call::reduces) y = reshape(y, {1, shape[1]});
  set_result(program, y, element_of<T>);
  return program;
}

template <class Call, int... I>
pallas_call columns_form(Call const& call, i64 width, i64 blocks, std::string const& name,
                         indices<I...>) {
  constexpr element_type type = element_of<typename Call::element>;
  shape_t const block{call.rows, width};
  pallas_call form{.name = name, .grid = {blocks}, .inputs = {}, .output = {}, .body = {}};
  auto const input = [&](bool is_row_vector, extents const& array) {
    form.inputs.push_back(is_row_vector ? mapping(array, type, {width}, {0})
                                        : mapping(array, type, block, {-1, 0}));
  };
  (input(Call::template is_row_vector<I>, call.template input_shape<I>()), ...);
  form.output = mapping(call.output_shape(), type, {call.output_shape()[0], width}, {-1, 0});
  form.body = record_columns(call, name, block, indices<I...>{});
  return form;
}

}  // namespace detail

template <class Body, class T>
graph record(columns_call<Body, T> const& call, std::string name) {
  return detail::record_columns(call, std::move(name), {call.rows, call.columns},
                                detail::make_indices<num_inputs<Body>>{});
}

/// Columns longer than a block are one block here: the blocks share their reductions.
template <class Body, class T>
pallas_call pallas_form(columns_call<Body, T> const& call, plan const& p, std::string const& name) {
  return detail::columns_form(call, p.block_shape[1], p.grid_shape[1], name,
                              detail::make_indices<num_inputs<Body>>{});
}

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_COLUMNS_HPP
