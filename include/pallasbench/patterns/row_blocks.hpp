// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The blocks of an array of rows: whole rows where they fit, else part of one.
#ifndef PALLASBENCH_PATTERNS_ROW_BLOCKS_HPP
#define PALLASBENCH_PATTERNS_ROW_BLOCKS_HPP

#include <pallasbench/core/extents.hpp>

namespace pb {

/// Blocks of at most Block elements of [rows, columns]. A division of 64-bit numbers is some forty
/// instructions, as much as a body has: a block is found by one, its elements by what is added.
template <int Block>
struct row_blocks {
  i64 rows, columns;

  PB_FN constexpr i64 block_columns() const { return min_of(max_of(columns, 1), Block); }
  PB_FN constexpr i64 block_rows() const { return Block / int(block_columns()); }

  PB_FN constexpr bool are_parts() const { return columns > Block; }

  /// A block's elements: `count`, one behind the other, from [row, column] on, at flat index `first`.
  struct span {
    i64 row, column;
    i64 first;
    int count;
  };
  PB_FN constexpr span span_of(i64 b) const {
    if (are_parts()) {
      i64 const across = ceil_div(columns, Block);
      i64 const row = i64(u64(b) / u64(across));
      i64 const column = (b - row * across) * Block;
      return {row, column, row * columns + column, int(min_of(columns - column, Block))};
    }
    i64 const row = b * block_rows();
    i64 const left = min_of(rows - row, block_rows());
    return {row, 0, row * columns, int(left * columns)};
  }

  /// Whether there is a block b, without the divisions of num_blocks.
  PB_FN constexpr bool has_block(i64 b) const {
    if (are_parts()) return b < rows * ceil_div(columns, Block);
    return columns > 0 && b * block_rows() < rows;
  }
  PB_FN constexpr i64 num_blocks() const {
    return ceil_div(rows, block_rows()) * ceil_div(columns, block_columns());
  }

  /// The place of element i of a block; `by` elements, as a step of whole rows and columns; the place a
  /// step after one of the same block.
  struct place {
    i64 row, column;
  };
  PB_FN constexpr place place_of(span const& s, int i) const {
    if (are_parts()) return {s.row, s.column + i};
    return {s.row + u32(i) / u32(columns), u32(i) % u32(columns)};
  }
  PB_FN constexpr place step_of(int by) const {
    if (by < columns) return {0, by};
    return {u32(by) / u32(columns), u32(by) % u32(columns)};
  }
  PB_FN constexpr place after(place const& p, place const& step) const {
    i64 const column = p.column + step.column;
    bool const is_next = column >= columns;
    return {p.row + step.row + is_next, is_next ? column - columns : column};
  }
};

}  // namespace pb

#endif  // PALLASBENCH_PATTERNS_ROW_BLOCKS_HPP
