// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The skeleton of maps and rows: tiles in, a tile out.
#ifndef PALLASBENCH_TRACE_TILES_HPP
#define PALLASBENCH_TRACE_TILES_HPP

#include <pallasbench/trace/skeleton.hpp>

#include <string>
#include <utility>
#include <vector>

namespace pb::trace {

namespace detail {

/// The shape of input I where tiles have `tile`: labels have its rows, row vectors its columns.
template <class Body, int I>
shape_t operand_shape(shape_t const& tile) {
  constexpr operand role = operand_of<Body, I>;
  return role == operand::label ? shape_t{tile.front()}
         : role == operand::row_vector ? shape_t{tile.back()}
                                       : tile;
}

/// The grid axes that move input I's block.
template <class Body, int I>
std::vector<int> operand_axes(std::vector<int> const& by_axis) {
  constexpr operand role = operand_of<Body, I>;
  return role == operand::label ? std::vector<int>{by_axis.front()}
         : role == operand::row_vector ? std::vector<int>{by_axis.back()}
                                       : by_axis;
}

/// Input I as the body takes it: a label as i64, anything else as a tile.
template <class Call, int I>
traced as_operand(traced const& x, shape_t const& shape) {
  constexpr operand role = operand_of<decltype(Call::body), I>;
  return role == operand::label
             ? convert(x, element_type::i64)
             : as_tile<typename Call::element>(x, role == operand::row_vector, shape);
}

/// The result of f on inputs of a map or of rows, tiles being of `shape`; appended to a program.
template <class Call, class F, int... I>
auto on_tiles(F const& f, graph& program, shape_t const& shape, indices<I...>) {
  using Body = decltype(Call::body);
  traced const in[] = {add_input(program, element_of<typename Call::template input_type<I>>,
                                 operand_shape<Body, I>(shape))...};
  return f(as_operand<Call, I>(in[I], shape)...);
}

/// The body of a map or of rows on arrays of `shape`, or on blocks of that shape of an array.
template <class Call, int... I>
graph record_tiles(Call const& call, std::string name, shape_t const& shape, indices<I...> inputs,
                   shape_t block_of = {}) {
  using Body = decltype(Call::body);
  graph program{.name = std::move(name), .nodes = {}};
  program.block_of = std::move(block_of);
  traced y = on_tiles<Call>(call.body, program, shape, inputs);
  if constexpr (requires { Call::reduces; }) {
    if (Call::reduces && keeps_axis<Body>) y = reshape(y, {shape[0], 1});
  }
  set_result(program, y, element_of<typename Call::output_type>);
  return program;
}

/// Blocks of the plan's shape for tiles and the output, their last dimension for row vectors and
/// their first for labels.
template <class Call, int... I>
pallas_call tiles_form(Call const& call, plan const& p, std::string const& name, indices<I...>,
                       shape_t block_of = {}) {
  using Body = decltype(Call::body);
  shape_t const block = shape_of(p.block_shape);
  std::vector<int> by_axis;
  for (int d = 0; d < p.block_shape.rank; ++d) by_axis.push_back(d);
  pallas_call form{.name = name, .grid = shape_of(p.grid_shape), .inputs = {}, .output = {}, .body = {}};
  (form.inputs.push_back(mapping(call.template input_shape<I>(),
                                 element_of<typename Call::template input_type<I>>,
                                 operand_shape<Body, I>(block), operand_axes<Body, I>(by_axis))),
   ...);
  form.output =
      mapping(call.output_shape(), element_of<typename Call::output_type>, block, by_axis);
  form.body = record_tiles(call, name, block, indices<I...>{}, std::move(block_of));
  return form;
}

}  // namespace detail

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_TILES_HPP
