// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// A call as one pallas_call: the plan's grid, the block of each array that a grid step sees, and the
// body recorded on blocks.
#ifndef PALLASBENCH_TRACE_PALLAS_FORM_HPP
#define PALLASBENCH_TRACE_PALLAS_FORM_HPP

#include <pallasbench/trace/record_call.hpp>

namespace pb::trace {

namespace detail {

inline block_mapping mapping(extents const& array, element_type type, shape_t block,
                             std::vector<int> index_map) {
  return {.array_shape = shape_of(array),
          .type = type,
          .block_shape = std::move(block),
          .index_map = std::move(index_map)};
}

inline block_mapping whole_mapping(extents const& array, element_type type) {
  block_mapping m = mapping(array, type, shape_of(array), {});
  m.index_map.assign(m.array_shape.size(), -1);
  m.whole = true;
  return m;
}

/// Blocks of the plan's shape for tiles and the output, their last dimension for row vectors.
template <class Call, int... I>
pallas_call tiles_form(Call const& call, plan const& p, std::string const& name, indices<I...>) {
  constexpr element_type type = element_of<typename Call::element>;
  shape_t const block = shape_of(p.block_shape);
  std::vector<int> by_axis;
  for (int d = 0; d < p.block_shape.rank; ++d) by_axis.push_back(d);
  pallas_call form{.name = name, .grid = shape_of(p.grid_shape), .inputs = {}, .output = {}, .body = {}};
  auto const input = [&](bool is_row_vector, extents const& array) {
    form.inputs.push_back(is_row_vector
                              ? mapping(array, type, {block.back()}, {by_axis.back()})
                              : mapping(array, type, block, by_axis));
  };
  (input(Call::template is_row_vector<I>, call.template input_shape<I>()), ...);
  form.output = mapping(call.output_shape(), type, block, by_axis);
  form.body = record_tiles(call, name, block, indices<I...>{});
  return form;
}

}  // namespace detail

/// Elements are independent, so a map's arrays are cut as one long line. Row vectors need columns:
/// there a block is one row.
template <class Body, class T>
pallas_call pallas_form(map_call<Body, T> const& call, plan const& p, std::string const& name) {
  return detail::tiles_form(call, p, name, detail::make_indices<num_inputs<Body>>{});
}

/// A row longer than a block is one block here: the blocks share its reductions.
template <class Body, class T>
pallas_call pallas_form(rows_call<Body, T> const& call, plan p, std::string const& name) {
  p.block_shape[1] = call.columns;
  p.grid_shape[1] = 1;
  pallas_call form = detail::tiles_form(call, p, name, detail::make_indices<num_inputs<Body>>{});
  if (rows_call<Body, T>::reduces) form.output.block_shape = {p.block_shape[0], 1};
  return form;
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
    form.inputs.push_back(detail::mapping(array, element_of<T>, block, axes));
  };
  [&]<int... I>(detail::indices<I...>) {
    (input.template operator()<I>(), ...);
  }(detail::make_indices<call_type::inputs>{});
  form.output = detail::mapping(call.output_shape(), element_of<T>, {m, n}, {0, 1});
  form.body = detail::record_product(
      call, name, m, n, detail::make_indices<call_type::b_input>{},
      detail::make_indices<call_type::inputs - call_type::b_input - 1>{});
  return form;
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

#endif  // PALLASBENCH_TRACE_PALLAS_FORM_HPP
