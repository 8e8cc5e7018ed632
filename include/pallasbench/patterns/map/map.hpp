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

  static constexpr tiling::map_tiling tiles = tiling::select_map(int(sizeof(element)));

  /// With row vectors, blocks are whole rows where they fit, else part of one; without, they cut the
  /// array as one long line, whatever its rank.
  static constexpr bool has_rows = has_row_vector(detail::make_indices<inputs>{});
  static constexpr int block = int(tiles.block_elements());
  PB_FN constexpr i64 block_columns() const {
    return has_rows ? min_of(max_of(columns, 1), block) : block;
  }
  PB_FN constexpr i64 block_rows() const { return block / int(block_columns()); }

  template <tiling::tiling Tiling>
  PB_FN constexpr plan plan_for() const {
    static_assert(tiles.block_elements() <= tiling::max_block_elements<Tiling>,
                  "pb::map: the tiling's bound is below a block of 32 bytes a thread; raise N in "
                  "clamped<N>");
    extents const line{size};
    extents const table{rows, columns};
    extents const line_block{block};
    extents const table_block{block_rows(), block_columns()};
    return plan_blocks(has_rows ? table : line, has_rows ? table_block : line_block,
                       Tiling::one_block, tiles.threads_per_block, tiles.items_per_thread);
  }

  /// Block b's elements: so many, one behind the other, the first at flat index `first` in `column`.
  struct span {
    i64 first;
    i64 column;
    int count;
  };
  PB_FN constexpr span span_of(i64 b) const {
    if (has_rows && columns > block) {
      i64 const across = ceil_div(columns, block);
      i64 const row = i64(u64(b) / u64(across));
      i64 const column = (b - row * across) * block;
      return {row * columns + column, column, int(min_of(columns - column, block))};
    }
    i64 const whole = has_rows ? block_rows() * columns : block;
    return {b * whole, 0, int(min_of(size - b * whole, whole))};
  }

  /// The column of a block's element i.
  PB_FN constexpr i64 column_of(span const& s, int i) const {
    return columns > block ? s.column + i : i64(u32(i) % u32(columns));
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

  /// Whether there is a block b, without the divisions of num_blocks; whether it is full.
  PB_FN constexpr bool has_block(i64 b) const {
    if (has_rows && columns > block) return b < rows * ceil_div(columns, block);
    return b * (has_rows ? block_rows() * columns : block) < size;
  }
  PB_FN constexpr i64 num_blocks() const {
    if constexpr (has_rows)
      return ceil_div(rows, block_rows()) * ceil_div(columns, block_columns());
    else
      return ceil_div(size, block);
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
