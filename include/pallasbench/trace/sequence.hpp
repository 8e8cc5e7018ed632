// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern sequence, recorded: the whole sequence as a program, and as one pallas_call.
#ifndef PALLASBENCH_TRACE_SEQUENCE_HPP
#define PALLASBENCH_TRACE_SEQUENCE_HPP

#include <pallasbench/patterns/sequence/sequence.hpp>
#include <pallasbench/trace/skeleton.hpp>

#include <string>
#include <utility>

namespace pb::trace {

namespace detail {

/// A window whose base j, for every window start at once, is what `base(j)` records.
template <class Base>
struct traced_window {
  Base base;
  traced operator[](int j) const { return base(j); }
};

template <class Call>
void count_bins(Call const& call, graph& program, traced const& bin) {
  traced const none = filled(program, element_type::i32, {call.body.bins()}, 0);
  traced const ones = filled(program, element_type::i32, bin.recorded().shape, 1);
  program.result = append(program, {.kind = node_kind::scatter,
                                    .op = opcode::add,
                                    .operands = {none.id, bin.id, ones.id},
                                    .type = element_type::i32,
                                    .shape = {call.body.bins()}}).id;
}

}  // namespace detail

template <class Body, class T>
graph record(sequence_call<Body, T> const& call, std::string name) {
  graph program{.name = std::move(name), .nodes = {}};
  traced const s = detail::add_input(program, element_type::u8, {call.length});
  auto const base = [&](int j) {
    traced const bases = append(program, {.kind = node_kind::slice,
                                          .operands = {s.id},
                                          .type = element_type::u8,
                                          .shape = {call.windows()},
                                          .dims = {j},
                                          .limits = {j + call.windows()}});
    return convert(bases, element_type::i32);
  };
  detail::count_bins(call, program, call.body(detail::traced_window<decltype(base)>{base}));
  return program;
}

/// Windows overlap, so a block sees the whole sequence and takes its windows by position; those past
/// the end have no bin. Every block adds into the one output.
template <class Body, class T>
pallas_call pallas_form(sequence_call<Body, T> const& call, plan const& p, std::string const& name) {
  pallas_call form{.name = name, .grid = shape_of(p.grid_shape), .inputs = {}, .output = {}, .body = {}};
  form.inputs.push_back(detail::whole_mapping(call.template input_shape<0>(), element_type::u8));
  form.output = detail::whole_mapping(call.output_shape(), element_type::i32);
  form.accumulates = true;
  graph& program = form.body;
  program.name = name;
  traced const s = detail::add_input(program, element_type::u8, {call.length});
  traced const block = append(
      program, {.kind = node_kind::program_id, .type = element_type::i32, .shape = {}, .dims = {0}});
  traced const offset = append(program, {.kind = node_kind::iota,
                                         .type = element_type::i32,
                                         .shape = shape_of(p.block_shape),
                                         .dims = {0}});
  traced const at = offset + block * double(p.block_shape[0]);
  auto const base = [&](int j) {
    traced const from = min(at + double(j), double(call.length - 1));
    traced const bases = append(program, {.kind = node_kind::gather,
                                          .operands = {s.id, from.id},
                                          .type = element_type::u8,
                                          .shape = from.recorded().shape});
    return convert(bases, element_type::i32);
  };
  traced const bin = call.body(detail::traced_window<decltype(base)>{base});
  detail::count_bins(call, program, select(at < double(call.windows()), bin, -1));
  return form;
}

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_SEQUENCE_HPP
