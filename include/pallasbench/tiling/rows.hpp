// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Tilings of rows: a block holds one row in registers, or walks it where it is too long for that.
#ifndef PALLASBENCH_TILING_ROWS_HPP
#define PALLASBENCH_TILING_ROWS_HPP

#include <pallasbench/tiling/tiling.hpp>

namespace pb::tiling {

struct rows_tiling {
  int threads_per_block;
  int items_per_thread;
  bool walks;  // the row is longer than a block holds: it is walked, once for each reduction

  PB_FN constexpr i64 block_columns() const { return i64(threads_per_block) * items_per_thread; }
  PB_FN friend constexpr bool operator==(rows_tiling const&, rows_tiling const&) = default;
};

inline constexpr int num_rows_tilings = 6;

/// The tilings there are, by row length; the number of one is what a kernel instance is named by. 32
/// f32 a thread leave a block of 1024 threads within the register file; a longer row is walked.
PB_FN constexpr rows_tiling rows_tiling_at(int number) {
  constexpr rows_tiling tilings[num_rows_tilings] = {
      {.threads_per_block = 128, .items_per_thread = 8, .walks = false},    // up to  1024 columns
      {.threads_per_block = 256, .items_per_thread = 8, .walks = false},    // up to  2048
      {.threads_per_block = 512, .items_per_thread = 8, .walks = false},    // up to  4096
      {.threads_per_block = 512, .items_per_thread = 16, .walks = false},   // up to  8192
      {.threads_per_block = 1024, .items_per_thread = 32, .walks = false},  // up to 32768
      {.threads_per_block = 1024, .items_per_thread = 8, .walks = true},    // any
  };
  return tilings[number];
}

/// The number of the tiling for rows of so many columns in blocks of so many elements.
PB_FN constexpr int select_rows(i64 columns, i64 max_block_elements) {
  for (int i = 0; i < num_rows_tilings; ++i) {
    rows_tiling const t = rows_tiling_at(i);
    if (t.block_columns() > max_block_elements) continue;
    if (t.walks || t.block_columns() >= columns) return i;
  }
  return num_rows_tilings - 1;
}

}  // namespace pb::tiling

#endif  // PALLASBENCH_TILING_ROWS_HPP
