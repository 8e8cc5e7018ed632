// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern contract, recorded: the whole product as a program, and as one pallas_call.
#ifndef PALLASBENCH_TRACE_CONTRACT_HPP
#define PALLASBENCH_TRACE_CONTRACT_HPP

#include <pallasbench/patterns/contract/contract.hpp>
#include <pallasbench/trace/skeleton.hpp>

#include <string>
#include <utility>

namespace pb::trace {

namespace detail {

/// A block of `m` rows and `n` columns of a product.
template <class Call, int... P, int... E>
graph record_product(Call const& call, std::string name, i64 m, i64 n, indices<P...>,
                     indices<E...>) {
  using T = typename Call::element;
  constexpr int B = Call::b_input;
  graph program{.name = std::move(name), .nodes = {}};
  shape_t const left{m, call.k};
  shape_t const result{m, n};
  auto const input = [&]<int I>(indices<I>, shape_t const& shape) {
    return add_input(program, element_of<typename Call::template input_type<I>>,
                     Call::template is_row_vector<I> ? shape_t{shape[1]} : shape);
  };
  traced const before[] = {input(indices<P>{}, left)...};
  traced const b = input(indices<B>{}, {call.k, n});
  std::vector<traced> const after = {input(indices<B + 1 + E>{}, result)...};
  traced const a = call.body.prologue(as_tile<T>(before[P], Call::template is_row_vector<P>, left)...);
  traced const sum = append(program, {.kind = node_kind::dot,
                                      .operands = {a.id, convert(b, computes_in<T>).id},
                                      .type = computes_in<T>,
                                      .shape = result});
  traced const y = call.body.epilogue(
      sum, as_tile<T>(after[E], Call::template is_row_vector<B + 1 + E>, result)...);
  set_result(program, y, element_of<typename Call::output_type>);
  return program;
}

}  // namespace detail

template <class Body, class T>
graph record(contract_call<Body, T> const& call, std::string name) {
  using call_type = contract_call<Body, T>;
  return detail::record_product(call, std::move(name), call.m, call.n,
                                detail::make_indices<call_type::b_input>{},
                                detail::make_indices<call_type::inputs - call_type::b_input - 1>{});
}

template <class Body, class T>
pallas_call pallas_form(contract_call<Body, T> const& call, plan const& p, std::string const& name) {
  using call_type = contract_call<Body, T>;
  i64 const m = p.block_shape[0];
  i64 const n = p.block_shape[1];
  pallas_call form{.name = name, .grid = shape_of(p.grid_shape), .inputs = {}, .output = {}, .body = {}};
  auto const input = [&]<int I>() {
    constexpr bool is_row_vector = call_type::template is_row_vector<I>;
    extents const array = call.template input_shape<I>();
    shape_t block = I < call_type::b_input ? shape_t{m, call.k}
                    : I == call_type::b_input ? shape_t{call.k, n} : shape_t{m, n};
    std::vector<int> axes = I < call_type::b_input ? std::vector{0, -1}
                            : I == call_type::b_input ? std::vector{-1, 1} : std::vector{0, 1};
    if (is_row_vector) block.erase(block.begin()), axes.erase(axes.begin());
    form.inputs.push_back(detail::mapping(
        array, element_of<typename call_type::template input_type<I>>, block, axes));
  };
  [&]<int... I>(detail::indices<I...>) {
    (input.template operator()<I>(), ...);
  }(detail::make_indices<call_type::inputs>{});
  form.output = detail::mapping(call.output_shape(), element_of<typename call_type::output_type>,
                                {m, n}, {0, 1});
  form.body = detail::record_product(
      call, name, m, n, detail::make_indices<call_type::b_input>{},
      detail::make_indices<call_type::inputs - call_type::b_input - 1>{});
  return form;
}

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_CONTRACT_HPP
