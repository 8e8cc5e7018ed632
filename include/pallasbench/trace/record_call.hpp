// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Recording a call: what each pattern's skeleton does around the body, in graph form. record() gives
// the whole arrays as one program (for StableHLO), pallas_form() the grid, the blocks and the body on
// blocks (for Jaxpr).
#ifndef PALLASBENCH_TRACE_RECORD_CALL_HPP
#define PALLASBENCH_TRACE_RECORD_CALL_HPP

#include <pallasbench/patterns/contract/contract.hpp>
#include <pallasbench/patterns/index/index.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/patterns/sequence/sequence.hpp>
#include <pallasbench/trace/jaxpr.hpp>
#include <pallasbench/trace/tracer.hpp>

#include <string>
#include <utility>

namespace pb::trace {

inline shape_t shape_of(extents const& e) { return {e.size_of_dim, e.size_of_dim + e.rank}; }

namespace detail {

using pb::detail::indices;
using pb::detail::make_indices;

template <class T> inline constexpr element_type computes_in = element_of<compute_t<T>>;

inline traced add_input(graph& program, element_type type, shape_t shape) {
  int const number = program.num_inputs++;
  return append(program, {.kind = node_kind::input,
                          .type = type,
                          .shape = std::move(shape),
                          .value = double(number)});
}

inline void set_result(graph& program, traced const& x, element_type type) {
  program.result = convert(x, type).id;
}

/// A row vector as a tile of `shape`; any other input as it is. Both in the compute type.
template <class T>
traced as_tile(traced const& x, bool is_row_vector, shape_t const& shape) {
  traced const wide = convert(x, computes_in<T>);
  return is_row_vector ? broadcast(wide, shape, {static_cast<i64>(shape.size()) - 1}) : wide;
}

/// The body of a map or of rows on arrays of `shape`.
template <class Call, int... I>
graph record_tiles(Call const& call, std::string name, shape_t const& shape, indices<I...>) {
  using T = typename Call::element;
  graph program{.name = std::move(name), .nodes = {}};
  shape_t const vector{shape.back()};
  traced const in[] = {add_input(program, element_of<T>,
                                 Call::template is_row_vector<I> ? vector : shape)...};
  traced y = call.body(as_tile<T>(in[I], Call::template is_row_vector<I>, shape)...);
  if constexpr (requires { Call::reduces; }) {
    if (Call::reduces) y = reshape(y, {shape[0], 1});
  }
  set_result(program, y, element_of<T>);
  return program;
}

/// A block of `m` rows and `n` columns of a product.
template <class Call, int... P, int... E>
graph record_product(Call const& call, std::string name, i64 m, i64 n, indices<P...>,
                     indices<E...>) {
  using T = typename Call::element;
  constexpr int B = Call::b_input;
  graph program{.name = std::move(name), .nodes = {}};
  shape_t const left{m, call.k};
  shape_t const result{m, n};
  auto const input = [&](bool is_row_vector, shape_t const& shape) {
    return add_input(program, element_of<T>, is_row_vector ? shape_t{shape[1]} : shape);
  };
  traced const before[] = {input(Call::template is_row_vector<P>, left)...};
  traced const b = input(false, {call.k, n});
  std::vector<traced> const after = {input(Call::template is_row_vector<B + 1 + E>, result)...};
  traced const a = call.body.prologue(as_tile<T>(before[P], Call::template is_row_vector<P>, left)...);
  traced const sum = append(program, {.kind = node_kind::dot,
                                      .operands = {a.id, convert(b, computes_in<T>).id},
                                      .type = computes_in<T>,
                                      .shape = result});
  traced const y = call.body.epilogue(
      sum, as_tile<T>(after[E], Call::template is_row_vector<B + 1 + E>, result)...);
  set_result(program, y, element_of<T>);
  return program;
}

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
                          double(Call::template missing<C>()));
  traced const y = call.body.epilogue(
      x, as_tile<T>(others[E], Call::template is_row_vector<E + 2>, result)...);
  set_result(program, y, element_of<T>);
  return program;
}

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
graph record(map_call<Body, T> const& call, std::string name) {
  return detail::record_tiles(call, std::move(name), shape_of(call.shape),
                              detail::make_indices<num_inputs<Body>>{});
}

template <class Body, class T>
graph record(rows_call<Body, T> const& call, std::string name) {
  return detail::record_tiles(call, std::move(name), {call.rows, call.columns},
                              detail::make_indices<num_inputs<Body>>{});
}

template <class Body, class T>
graph record(contract_call<Body, T> const& call, std::string name) {
  using call_type = contract_call<Body, T>;
  return detail::record_product(call, std::move(name), call.m, call.n,
                                detail::make_indices<call_type::b_input>{},
                                detail::make_indices<call_type::inputs - call_type::b_input - 1>{});
}

template <class Body, class T, class Index>
graph record(index_call<Body, T, Index> const& call, std::string name) {
  return detail::record_lookup(call, std::move(name), call.rows, call.columns,
                               detail::make_indices<num_inputs<Body> - 2>{});
}

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

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_RECORD_CALL_HPP
