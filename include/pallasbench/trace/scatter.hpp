// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern scatter, recorded: the whole arrays as a program, and as one pallas_call.
#ifndef PALLASBENCH_TRACE_SCATTER_HPP
#define PALLASBENCH_TRACE_SCATTER_HPP

#include <pallasbench/patterns/scatter/scatter.hpp>
#include <pallasbench/trace/skeleton.hpp>

#include <string>
#include <utility>

namespace pb::trace {

namespace detail {

/// prologue(u) added to `base` at index, whose negative values count from the end.
template <class Call>
void add_updates(Call const& call, graph& program, traced const& base, traced const& index,
                 traced const& u) {
  using T = typename Call::element;
  traced const target = select(index < 0, index + double(call.size), index);
  traced const added = call.body.prologue(convert(u, computes_in<T>));
  traced const sums = append(program, {.kind = node_kind::scatter,
                                       .op = opcode::add,
                                       .operands = {base.id, target.id, added.id},
                                       .type = computes_in<T>,
                                       .shape = {call.size}});
  set_result(program, sums, element_of<T>);
}

}  // namespace detail

template <class Body, class T, class Index>
graph record(scatter_call<Body, T, Index> const& call, std::string name) {
  graph program{.name = std::move(name), .nodes = {}};
  traced const x = detail::add_input(program, element_of<T>, {call.size});
  traced const index = detail::add_input(program, element_of<Index>, {call.updates});
  traced const u = detail::add_input(program, element_of<T>, {call.updates});
  detail::add_updates(call, program, convert(x, detail::computes_in<T>), index, u);
  return program;
}

/// Blocks are of updates. Every block adds into the one output, the first block x too; an update
/// past the end goes to an element that does not exist.
template <class Body, class T, class Index>
pallas_call pallas_form(scatter_call<Body, T, Index> const& call, plan const& p,
                        std::string const& name) {
  i64 const block = p.block_shape[0];
  i64 const blocks = block == 0 ? 1 : max_of(ceil_div(call.updates, block), 1);
  extents const updates{call.updates};
  pallas_call form{.name = name, .grid = {blocks}, .inputs = {}, .output = {}, .body = {}};
  form.inputs.push_back(detail::whole_mapping(call.output_shape(), element_of<T>));
  form.inputs.push_back(detail::mapping(updates, element_of<Index>, {block}, {0}));
  form.inputs.push_back(detail::mapping(updates, element_of<T>, {block}, {0}));
  form.output = detail::whole_mapping(call.output_shape(), element_of<T>);
  form.accumulates = true;
  graph& program = form.body;
  program.name = name;
  traced const x = detail::add_input(program, element_of<T>, {call.size});
  traced const index = detail::add_input(program, element_of<Index>, {block});
  traced const u = detail::add_input(program, element_of<T>, {block});
  traced const number = append(program, {.kind = node_kind::program_id,
                                         .type = element_type::i32,
                                         .shape = {},
                                         .dims = {0}});
  traced const offset = append(
      program, {.kind = node_kind::iota, .type = element_type::i32, .shape = {block}, .dims = {0}});
  traced const exists = offset + number * double(block) < double(call.updates);
  traced const is_first = broadcast(number == 0, {call.size}, {});
  traced const base = select(is_first, convert(x, detail::computes_in<T>), 0);
  detail::add_updates(call, program, base, select(exists, index, double(call.size)), u);
  return form;
}

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_SCATTER_HPP
