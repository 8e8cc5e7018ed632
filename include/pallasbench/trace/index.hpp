// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern index, recorded: the whole arrays as a program, and as one pallas_call.
#ifndef PALLASBENCH_TRACE_INDEX_HPP
#define PALLASBENCH_TRACE_INDEX_HPP

#include <pallasbench/patterns/index/index.hpp>
#include <pallasbench/trace/skeleton.hpp>

#include <string>
#include <utility>

namespace pb::trace {

namespace detail {

/// Rows of a table [table_rows, n] for `m` indices, missing rows filled.
template <class Call, int... E>
graph record_lookup(Call const& call, std::string name, i64 m, i64 n, indices<E...>) {
  using T = typename Call::element;
  using C = compute_t<T>;
  constexpr element_type index_type = element_of<typename Call::template input_type<1>>;
  graph program{.name = std::move(name), .nodes = {}};
  shape_t const result{m, n};
  traced const table = add_input(program, element_of<T>, {call.table_rows, n});
  traced const index = add_input(program, index_type, {m});
  std::vector<traced> const others = {
      add_input(program, element_of<T>,
                Call::template is_row_vector<E + 2> ? shape_t{n} : result)...};
  double const rows = double(call.table_rows);
  traced const from = select(index < 0, index + rows, index);
  traced const exists = (from >= 0) && (from < rows);
  traced const safe = select(exists, from, 0);
  traced const looked_up = append(program, {.kind = node_kind::gather,
                                            .operands = {table.id, safe.id},
                                            .type = element_of<T>,
                                            .shape = result});
  traced const x = select(broadcast(exists, result, {0}), convert(looked_up, element_of<C>),
                          double(missing_element<C>()));
  traced const y = call.body.epilogue(
      x, as_tile<T>(others[E], Call::template is_row_vector<E + 2>, result)...);
  set_result(program, y, element_of<T>);
  return program;
}

}  // namespace detail

template <class Body, class T, class Index>
graph record(index_call<Body, T, Index> const& call, std::string name) {
  return detail::record_lookup(call, std::move(name), call.rows, call.columns,
                               detail::make_indices<num_inputs<Body> - 2>{});
}

template <class Body, class T, class Index>
pallas_call pallas_form(index_call<Body, T, Index> const& call, plan const& p,
                        std::string const& name) {
  using call_type = index_call<Body, T, Index>;
  i64 const m = p.block_shape[0];
  i64 const n = p.block_shape[1];
  pallas_call form{.name = name, .grid = shape_of(p.grid_shape), .inputs = {}, .output = {}, .body = {}};
  form.inputs.push_back(detail::mapping(call.template input_shape<0>(), element_of<T>,
                                        {call.table_rows, n}, {-1, 1}));
  form.inputs.push_back(
      detail::mapping(call.template input_shape<1>(), element_of<Index>, {m}, {0}));
  [&]<int... I>(detail::indices<I...>) {
    (form.inputs.push_back(
         call_type::template is_row_vector<I + 2>
             ? detail::mapping(call.template input_shape<I + 2>(), element_of<T>, {n}, {1})
             : detail::mapping(call.template input_shape<I + 2>(), element_of<T>, {m, n}, {0, 1})),
     ...);
  }(detail::make_indices<call_type::inputs - 2>{});
  form.output = detail::mapping(call.output_shape(), element_of<T>, {m, n}, {0, 1});
  form.body = detail::record_lookup(call, name, m, n, detail::make_indices<call_type::inputs - 2>{});
  return form;
}

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_INDEX_HPP
