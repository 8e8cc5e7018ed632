// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern convolve, recorded as a sum of products, one for each tap: the whole arrays as a program,
// and as one pallas_call.
#ifndef PALLASBENCH_TRACE_CONVOLVE_HPP
#define PALLASBENCH_TRACE_CONVOLVE_HPP

#include <pallasbench/patterns/convolve/convolve.hpp>
#include <pallasbench/trace/skeleton.hpp>

#include <string>
#include <utility>
#include <vector>

namespace pb::trace {

namespace detail {

/// Tap k of all filters, as the right side of a product: [channels, filters].
inline traced tap_of(traced const& w, i64 k) {
  graph& program = *w.program;
  shape_t const shape = w.recorded().shape;
  traced const tap = append(program, {.kind = node_kind::slice,
                                      .operands = {w.id},
                                      .type = w.recorded().type,
                                      .shape = {shape[0], 1, shape[2]},
                                      .dims = {0, k, 0},
                                      .limits = {shape[0], k + 1, shape[2]}});
  return append(program, {.kind = node_kind::transpose,
                          .operands = {reshape(tap, {shape[0], shape[2]}).id},
                          .type = w.recorded().type,
                          .shape = {shape[2], shape[0]},
                          .dims = {1, 0}});
}

/// `m` positions of `n` filters: the inputs, the sum over taps and the epilogue. rows(x, k) records
/// the rows that tap k meets, [m, channels].
template <class Call, class Rows, int... E>
graph record_convolution(Call const& call, std::string name, i64 m, i64 n, Rows const& rows,
                         indices<E...>) {
  using T = typename Call::element;
  constexpr element_type computed = computes_in<T>;
  graph program{.name = std::move(name), .nodes = {}};
  shape_t const result{m, n};
  traced const x = add_input(program, element_of<T>, {call.length, call.channels});
  traced const w = add_input(program, element_of<T>, {n, call.taps, call.channels});
  std::vector<traced> const others = {
      add_input(program, element_of<T>,
                Call::template is_row_vector<E + 2> ? shape_t{n} : result)...};
  traced const wide = convert(w, computed);
  auto const product = [&](i64 k) {
    return append(program, {.kind = node_kind::dot,
                            .operands = {rows(x, k).id, tap_of(wide, k).id},
                            .type = computed,
                            .shape = result});
  };
  traced sum = call.taps == 0 ? filled(program, computed, result, 0) : product(0);
  for (i64 k = 1; k < call.taps; ++k) sum = sum + product(k);
  traced const y = call.body.epilogue(
      sum, as_tile<T>(others[E], Call::template is_row_vector<E + 2>, result)...);
  set_result(program, y, element_of<T>);
  return program;
}

/// The rows of x from k on, of x with zeros at both ends.
template <class Call>
traced padded_rows(Call const& call, traced const& x, i64 k) {
  using T = typename Call::element;
  constexpr element_type computed = computes_in<T>;
  i64 const left = call.left_padding();
  traced const padded = append(*x.program, {.kind = node_kind::pad,
                                            .operands = {convert(x, computed).id},
                                            .type = computed,
                                            .shape = {call.length + call.taps - 1, call.channels},
                                            .dims = {left, 0},
                                            .limits = {call.taps - 1 - left, 0}});
  return append(*x.program, {.kind = node_kind::slice,
                             .operands = {padded.id},
                             .type = computed,
                             .shape = {call.length, call.channels},
                             .dims = {k, 0},
                             .limits = {k + call.length, call.channels}});
}

/// The rows of x that tap k meets in this block of `m` positions; zeros where there is none.
template <class Call>
traced block_rows(Call const& call, traced const& x, i64 k, i64 m) {
  using T = typename Call::element;
  graph& program = *x.program;
  shape_t const shape{m, call.channels};
  traced const block = append(program, {.kind = node_kind::program_id,
                                        .type = element_type::i32,
                                        .shape = {},
                                        .dims = {0}});
  traced const offset = append(
      program, {.kind = node_kind::iota, .type = element_type::i32, .shape = {m}, .dims = {0}});
  traced const row = offset + block * double(m) + double(k - call.left_padding());
  traced const exists = row >= 0 && row < double(call.length);
  traced const rows = append(program, {.kind = node_kind::gather,
                                       .operands = {x.id, select(exists, row, 0).id},
                                       .type = element_of<T>,
                                       .shape = shape});
  return select(broadcast(exists, shape, {0}), convert(rows, computes_in<T>), 0);
}

}  // namespace detail

template <class Body, class T>
graph record(convolve_call<Body, T> const& call, std::string name) {
  auto const rows = [&](traced const& x, i64 k) { return detail::padded_rows(call, x, k); };
  return detail::record_convolution(call, std::move(name), call.length, call.filters, rows,
                                    detail::make_indices<num_inputs<Body> - 2>{});
}

/// Windows overlap, so a block sees the whole sequence and takes its rows by position.
template <class Body, class T>
pallas_call pallas_form(convolve_call<Body, T> const& call, plan const& p,
                        std::string const& name) {
  using call_type = convolve_call<Body, T>;
  i64 const m = p.block_shape[0];
  i64 const n = p.block_shape[1];
  pallas_call form{
      .name = name, .grid = shape_of(p.grid_shape), .inputs = {}, .output = {}, .body = {}};
  form.inputs.push_back(detail::whole_mapping(call.template input_shape<0>(), element_of<T>));
  form.inputs.push_back(detail::mapping(call.template input_shape<1>(), element_of<T>,
                                        {n, call.taps, call.channels}, {1, -1, -1}));
  [&]<int... I>(detail::indices<I...>) {
    (form.inputs.push_back(
         call_type::template is_row_vector<I + 2>
             ? detail::mapping(call.template input_shape<I + 2>(), element_of<T>, {n}, {1})
             : detail::mapping(call.template input_shape<I + 2>(), element_of<T>, {m, n}, {0, 1})),
     ...);
  }(detail::make_indices<call_type::inputs - 2>{});
  form.output = detail::mapping(call.output_shape(), element_of<T>, {m, n}, {0, 1});
  auto const rows = [&](traced const& x, i64 k) { return detail::block_rows(call, x, k, m); };
  form.body = detail::record_convolution(call, name, m, n, rows,
                                         detail::make_indices<call_type::inputs - 2>{});
  return form;
}

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_CONVOLVE_HPP
