// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern reversed, recorded: the whole sequence as a program, and as one pallas_call.
#ifndef PALLASBENCH_TRACE_REVERSED_HPP
#define PALLASBENCH_TRACE_REVERSED_HPP

#include <pallasbench/patterns/sequence/reversed.hpp>
#include <pallasbench/trace/skeleton.hpp>

#include <string>
#include <utility>

namespace pb::trace {

template <class Body, class T>
graph record(reversed_call<Body, T> const& call, std::string name) {
  graph program{.name = std::move(name), .nodes = {}};
  traced const s = detail::add_input(program, element_type::u8, {call.length});
  traced const backwards = append(program, {.kind = node_kind::reverse,
                                            .operands = {s.id},
                                            .type = element_type::u8,
                                            .shape = {call.length},
                                            .dims = {0}});
  detail::set_result(program, call.body(convert(backwards, element_type::i32)), element_type::u8);
  return program;
}

/// A block of the output lies anywhere in the input, so a block sees the whole input and takes its
/// bases by position; those past the end are not stored.
template <class Body, class T>
pallas_call pallas_form(reversed_call<Body, T> const& call, plan const& p,
                        std::string const& name) {
  pallas_call form{
      .name = name, .grid = shape_of(p.grid_shape), .inputs = {}, .output = {}, .body = {}};
  form.inputs.push_back(detail::whole_mapping(call.template input_shape<0>(), element_type::u8));
  form.output =
      detail::mapping(call.output_shape(), element_type::u8, shape_of(p.block_shape), {0});
  graph& program = form.body;
  program.name = name;
  traced const s = detail::add_input(program, element_type::u8, {call.length});
  traced const block = append(program, {.kind = node_kind::program_id,
                                        .type = element_type::i32,
                                        .shape = {},
                                        .dims = {0}});
  traced const offset = append(program, {.kind = node_kind::iota,
                                         .type = element_type::i32,
                                         .shape = shape_of(p.block_shape),
                                         .dims = {0}});
  traced const at = offset + block * double(p.block_shape[0]);
  traced const from = max(double(call.length - 1) - at, 0);
  traced const bases = append(program, {.kind = node_kind::gather,
                                        .operands = {s.id, from.id},
                                        .type = element_type::u8,
                                        .shape = from.recorded().shape});
  detail::set_result(program, call.body(convert(bases, element_type::i32)), element_type::u8);
  return form;
}

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_REVERSED_HPP
