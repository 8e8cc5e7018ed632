// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Tilings of columns: a block takes some columns side by side and walks down them, several rows at
// a time.
#ifndef PALLASBENCH_TILING_COLUMNS_HPP
#define PALLASBENCH_TILING_COLUMNS_HPP

#include <pallasbench/tiling/tiling.hpp>

namespace pb::tiling {

struct columns_tiling {
  int block_columns;     // side by side: one access of a warp is one line of memory
  int row_lanes;         // threads that share a column
  int items_per_thread;  // rows a thread has in flight

  PB_FN constexpr int threads_per_block() const { return block_columns * row_lanes; }
  PB_FN friend constexpr bool operator==(columns_tiling const&, columns_tiling const&) = default;
};

/// 32 columns of f32 are 128 bytes; two blocks of 1024 threads fill a multiprocessor. Not tuned
/// yet: an array of few columns leaves multiprocessors without a block.
PB_FN constexpr columns_tiling select_columns() {
  return {.block_columns = 32, .row_lanes = 32, .items_per_thread = 4};
}

}  // namespace pb::tiling

#endif  // PALLASBENCH_TILING_COLUMNS_HPP
