// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// One-hot calls, recorded: the whole arrays as a program, and as one pallas_call.
#ifndef PALLASBENCH_TRACE_ONE_HOT_HPP
#define PALLASBENCH_TRACE_ONE_HOT_HPP

#include <pallasbench/patterns/index/one_hot.hpp>
#include <pallasbench/trace/skeleton.hpp>

#include <string>
#include <utility>

namespace pb::trace {

namespace detail {

/// `m` rows of the columns that `columns` numbers, given the graph and their shape.
template <class Call, class Columns>
graph record_one_hot(Call const& call, std::string name, i64 m, i64 n, Columns const& columns) {
  using index_type = typename Call::template input_type<0>;
  graph program{.name = std::move(name), .nodes = {}};
  traced const index = add_input(program, element_of<index_type>, {m});
  traced const column = columns(program, shape_t{m, n});
  set_result(program, call.body(column, convert(index, element_type::i64)),
             element_of<typename Call::element>);
  return program;
}

inline traced column_numbers(graph& program, shape_t shape) {
  return append(program, {.kind = node_kind::iota,
                          .type = element_type::i64,
                          .shape = std::move(shape),
                          .dims = {1}});
}

}  // namespace detail

template <class Body, class T, class Index>
graph record(one_hot_call<Body, T, Index> const& call, std::string name) {
  return detail::record_one_hot(call, std::move(name), call.rows, call.columns,
                                detail::column_numbers);
}

template <class Body, class T, class Index>
pallas_call pallas_form(one_hot_call<Body, T, Index> const& call, plan const& p,
                        std::string const& name) {
  i64 const m = p.block_shape[0];
  i64 const n = p.block_shape[1];
  pallas_call form{
      .name = name, .grid = shape_of(p.grid_shape), .inputs = {}, .output = {}, .body = {}};
  form.inputs.push_back(
      detail::mapping(call.template input_shape<0>(), element_of<Index>, {m}, {0}));
  form.output = detail::mapping(call.output_shape(), element_of<T>, {m, n}, {0, 1});
  auto const columns = [](graph& program, shape_t shape) {
    double const width = double(shape[1]);
    traced const block = append(program, {.kind = node_kind::program_id,
                                          .type = element_type::i32,
                                          .shape = {},
                                          .dims = {1}});
    traced const first = convert(block, element_type::i64) * width;
    return detail::column_numbers(program, std::move(shape)) + first;
  };
  form.body = detail::record_one_hot(call, name, m, n, columns);
  return form;
}

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_ONE_HOT_HPP
