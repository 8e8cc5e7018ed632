// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern reduce, recorded: the whole arrays as a program, and as one pallas_call.
#ifndef PALLASBENCH_TRACE_REDUCE_HPP
#define PALLASBENCH_TRACE_REDUCE_HPP

#include <pallasbench/patterns/reduce/reduce.hpp>
#include <pallasbench/trace/tiles.hpp>

#include <string>
#include <utility>

namespace pb::trace {

namespace detail {

/// The sum of all elements, in f64.
inline traced sum_of(traced const& x) {
  traced const wide = convert(x, element_type::f64);
  shape_t dims;
  for (std::size_t d = 0; d < x.recorded().shape.size(); ++d) dims.push_back(static_cast<i64>(d));
  return append(*x.program, {.kind = node_kind::reduce,
                             .op = opcode::add,
                             .operands = {wide.id},
                             .type = element_type::f64,
                             .shape = {},
                             .dims = dims});
}

inline traced mean_of(traced const& values) {
  double count = 1;
  for (i64 const size : values.recorded().shape) count *= double(size);
  return sum_of(values) / count;
}
template <class Value>
traced mean_of(pb::detail::counted_value<Value, void> const& row) { return mean_of(row.value); }
template <class Value, class Counts>
traced mean_of(pb::detail::counted_value<Value, Counts> const& row) {
  return sum_of(select(row.counts, row.value, 0)) / sum_of(row.counts);
}

template <class Body, class T>
shape_t whole_shape(map_call<Body, T> const& call) { return shape_of(call.shape); }
template <class Body, class T>
shape_t whole_shape(rows_call<Body, T> const& call) { return {call.rows, call.columns}; }

}  // namespace detail

template <class Body, class T>
graph record(reduce_call<Body, T> const& call, std::string name) {
  using call_type = reduce_call<Body, T>;
  using inner_call = typename call_type::inner_call;
  using f = pb::detail::conditional_t<call_type::over_rows,
                                      pb::detail::with_count<decltype(call.body.of)>,
                                      decltype(call.body.of)>;
  graph program{.name = std::move(name), .nodes = {}};
  traced const mean = detail::mean_of(detail::on_tiles<inner_call>(
      f{call.body.of}, program, detail::whole_shape(call.inner()),
      detail::make_indices<num_inputs<Body>>{}));
  detail::set_result(program, mean, element_of<typename call_type::output_type>);
  return program;
}

/// A grid of one. The blocks of the plan end by adding up what each has left in the workspace, which
/// a Pallas grid has no words for; what they compute together is this.
template <class Body, class T>
pallas_call pallas_form(reduce_call<Body, T> const& call, plan const&, std::string const& name) {
  using call_type = reduce_call<Body, T>;
  pallas_call form{.name = name, .grid = {1}, .inputs = {}, .output = {}, .body = {}};
  [&]<int... I>(detail::indices<I...>) {
    (form.inputs.push_back(detail::whole_mapping(
         call.template input_shape<I>(), element_of<typename call_type::template input_type<I>>)),
     ...);
  }(detail::make_indices<call_type::inputs>{});
  form.output =
      detail::whole_mapping(call.output_shape(), element_of<typename call_type::output_type>);
  form.body = record(call, name);
  return form;
}

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_REDUCE_HPP
