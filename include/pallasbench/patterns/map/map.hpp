// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern map: element by element, any number of inputs of one shape, row vectors broadcast.
// Interface and plan; the executors are map_cuda.cuh and map_host.hpp.
#ifndef PALLASBENCH_PATTERNS_MAP_MAP_HPP
#define PALLASBENCH_PATTERNS_MAP_MAP_HPP

#include <pallasbench/core/convert.hpp>
#include <pallasbench/patterns/call.hpp>
#include <pallasbench/patterns/plan.hpp>
#include <pallasbench/patterns/row_blocks.hpp>
#include <pallasbench/tile/registers.hpp>
#include <pallasbench/tiling/map.hpp>

namespace pb {

/// out = body(in...), elementwise over `shape`: [n], or [rows, columns] where row vectors are used.
template <operation Body, class T>
struct map_call {
  using element = widest_t<T>;
  using output_type = output_t<T>;
  static constexpr int inputs = num_inputs<Body>;

  Body body;
  void const* in[inputs];
  output_type* out;
  i64 size;     // of the whole array
  i64 rows;     // of its last dimension, in all
  i64 columns;  // of its last dimension
  extents shape;

  /// dims: n, or any shape whose last dimension row vectors have
  PB_FN static constexpr map_call make(Body const& body, extents const& dims) {
    i64 const columns = dims.rank == 0 ? 1 : dims[dims.rank - 1];
    i64 const rows = columns == 0 ? 0 : dims.count() / columns;
    return {body, {}, nullptr, dims.count(), rows, columns, dims};
  }

  template <int I>
  static constexpr bool is_row_vector = operand_of<Body, I> == operand::row_vector;
  template <int... I>
  PB_FN static constexpr bool has_row_vector(detail::indices<I...>) {
    return (is_row_vector<I> || ...);
  }

  template <int I>
  PB_FN constexpr extents input_shape() const {
    return is_row_vector<I> ? extents{columns} : shape;
  }
  template <int I> using input_type = input_t<T, I>;
  PB_FN constexpr extents output_shape() const { return shape; }

  /// With row vectors, blocks are whole rows where they fit, else part of one; without, they cut the
  /// array as one long line, whatever its rank.
  static constexpr bool has_rows = has_row_vector(detail::make_indices<inputs>{});
  static constexpr tiling::map_tiling tiles =
      has_rows ? tiling::select_row_map() : tiling::select_map(int(sizeof(element)));
  static constexpr int block = int(tiles.block_elements());
  static constexpr int least_resident =
      has_rows ? tiles.least_row_blocks(inputs, int(sizeof(element)), draws<Body>) : 0;
  using table_blocks = row_blocks<block>;
  PB_FN constexpr table_blocks blocks_of_rows() const { return {rows, columns}; }

  template <tiling::tiling Tiling>
  PB_FN constexpr plan plan_for() const {
    static_assert(tiles.block_elements() <= tiling::max_block_elements<Tiling>,
                  "pb::map: the tiling's bound is below a block of 32 bytes a thread, or of 16 elements; raise N in "
                  "clamped<N>");
    auto const of_rows = blocks_of_rows();
    extents const line{size};
    extents const table{rows, columns};
    extents const line_block{block};
    extents const table_block{of_rows.block_rows(), of_rows.block_columns()};
    return plan_blocks(has_rows ? table : line, has_rows ? table_block : line_block,
                       Tiling::one_block, tiles.threads_per_block, tiles.items_per_thread);
  }

  /// Block b's elements; of a line only `first` and `count` are meant.
  using span = typename table_blocks::span;
  PB_FN constexpr span span_of(i64 b) const {
    if constexpr (has_rows) return blocks_of_rows().span_of(b);
    else return {0, 0, b * block, int(min_of(size - b * block, block))};
  }

  /// The column of a block's element i.
  PB_FN constexpr i64 column_of(span const& s, int i) const {
    return blocks_of_rows().place_of(s, i).column;
  }

  /// Where element i of block b lies: at flat index `at`; outside the array if not valid.
  struct position {
    i64 at;
    bool valid;
  };
  PB_FN constexpr position position_of(i64 b, int i) const {
    span const s = span_of(b);
    return {s.first + i, i < s.count};
  }

  /// Whether there is a block b; whether it is full.
  PB_FN constexpr bool has_block(i64 b) const {
    return has_rows ? blocks_of_rows().has_block(b) : b * block < size;
  }
  PB_FN constexpr i64 num_blocks() const {
    return has_rows ? blocks_of_rows().num_blocks() : ceil_div(size, block);
  }
  PB_FN constexpr bool is_full(i64 b) const { return span_of(b).count == block; }

  PB_FN constexpr bool is_allowed() const { return pb::is_allowed(body); }

  PB_FN constexpr i64 bytes_moved() const { return bytes(detail::make_indices<inputs>{}); }

 private:
  template <int... I>
  PB_FN constexpr i64 bytes(detail::indices<I...>) const {
    return ((size * i64(sizeof(output_type))) + ... +
            (input_shape<I>().count() * i64(sizeof(input_type<I>))));
  }
};

template <operation Body, class T>
  requires(pattern_of<Body> == pattern_kind::map)
struct call_for<Body, T> {
  using type = map_call<Body, T>;
};

}  // namespace pb

#endif  // PALLASBENCH_PATTERNS_MAP_MAP_HPP
