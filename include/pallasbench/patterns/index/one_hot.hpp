// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern index without a table: rows whose elements depend on a column number and the row's index.
// Interface and plan; the executors are one_hot_cuda.cuh and one_hot_host.hpp.
#ifndef PALLASBENCH_PATTERNS_INDEX_ONE_HOT_HPP
#define PALLASBENCH_PATTERNS_INDEX_ONE_HOT_HPP

#include <pallasbench/core/convert.hpp>
#include <pallasbench/patterns/call.hpp>
#include <pallasbench/patterns/plan.hpp>
#include <pallasbench/patterns/row_blocks.hpp>
#include <pallasbench/tile/registers.hpp>
#include <pallasbench/tiling/map.hpp>

namespace pb {

/// out[n, c] = body(c, index[n]). Input: index [N], of type Index; output [N, C], of elements T: as
/// no input has them, T is chosen by the output.
template <class Body, class T, class Index>
struct one_hot_call {
  using element = T;
  using output_type = T;
  static constexpr int inputs = 1;

  Body body;
  void const* in[1];
  T* out;
  i64 rows, columns;

  /// dims: N, C
  PB_FN static constexpr one_hot_call make(Body const& body, extents const& dims) {
    return {body, {}, nullptr, dims[0], dims[1]};
  }
  PB_FN static constexpr extents dims_of(extents const& out, extents const (&)[1]) { return out; }

  template <int>
  PB_FN constexpr extents input_shape() const { return {rows}; }
  template <int> using input_type = Index;
  PB_FN constexpr extents output_shape() const { return {rows, columns}; }

  static constexpr tiling::map_tiling tiles = tiling::select_one_hot(int(sizeof(T)));

  using table_blocks = row_blocks<int(tiles.block_elements())>;
  PB_FN constexpr table_blocks blocks_of_rows() const { return {rows, columns}; }

  template <tiling::tiling Tiling>
  PB_FN constexpr plan plan_for() const {
    static_assert(tiles.block_elements() <= tiling::max_block_elements<Tiling>,
                  "pb::one_hot: the tiling's bound is below a block of 128 bytes a thread; raise N "
                  "in clamped<N>");
    auto const blocks = blocks_of_rows();
    return plan_blocks({rows, columns}, {blocks.block_rows(), blocks.block_columns()},
                       Tiling::one_block, tiles.threads_per_block, tiles.items_per_thread);
  }

  /// Any parameters will do.
  PB_FN constexpr bool is_allowed() const { return true; }

  PB_FN constexpr i64 bytes_moved() const {
    return rows * i64(sizeof(Index)) + rows * columns * i64(sizeof(T));
  }
};

template <operation Body, class T>
  requires(pattern_of<Body> == pattern_kind::index && num_inputs<Body> == 1)
struct call_for<Body, T> {
  using type = one_hot_call<Body, widest_t<T>, index_t<T>>;
};

/// V elements of a row of this index from `column` on.
template <int V, class Call>
PB_FN auto row_elements(Call const& call, i64 index, i64 column) {
  tile<i64, V, no_rows> columns{};
  PB_UNROLL
  for (int v = 0; v < V; ++v) columns.data[v] = column + v;
  return call.body(columns, uniform<i64, no_rows>{index, {}});
}

/// The element at [row, column].
template <class Call>
PB_FN auto element_of_row(Call const& call, i64 row, i64 column) {
  using index_type = typename Call::template input_type<0>;
  return row_elements<1>(call, input<index_type>(call, 0)[row], column).at(0);
}

}  // namespace pb

#endif  // PALLASBENCH_PATTERNS_INDEX_ONE_HOT_HPP
