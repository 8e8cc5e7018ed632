// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What the pattern skeletons of trace/ share: inputs of a graph, tiles of row vectors, block
// mappings of whole arrays and of blocks.
#ifndef PALLASBENCH_TRACE_SKELETON_HPP
#define PALLASBENCH_TRACE_SKELETON_HPP

#include <pallasbench/core/convert.hpp>
#include <pallasbench/patterns/call.hpp>
#include <pallasbench/patterns/plan.hpp>
#include <pallasbench/trace/jaxpr.hpp>
#include <pallasbench/trace/random_unit.hpp>
#include <pallasbench/trace/tracer.hpp>

#include <string>
#include <utility>
#include <vector>

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

}  // namespace detail

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_SKELETON_HPP
