// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Tilings of columns: a block takes some columns side by side and walks down them, several rows at
// a time; or a cluster of blocks does, each down its share of the rows.
#ifndef PALLASBENCH_TILING_COLUMNS_HPP
#define PALLASBENCH_TILING_COLUMNS_HPP

#include <pallasbench/tiling/tiling.hpp>

namespace pb::tiling {

struct columns_tiling {
  int block_columns;     // side by side
  int row_lanes;         // threads of a block that share a column
  int items_per_thread;  // rows a thread has in flight
  int cluster_blocks;    // blocks that share a column

  PB_FN constexpr int threads_per_block() const { return block_columns * row_lanes; }
  PB_FN friend constexpr bool operator==(columns_tiling const&, columns_tiling const&) = default;
};

inline constexpr int num_columns_tilings = 2;

/// The tilings there are; the number of one is what a kernel instance is named by.
///   0: 32 columns, 128 bytes of f32: one access of a warp is one line of memory.
///   1: 32 bytes of columns, the least that memory moves, in clusters of 8 blocks, the most that every
///      device with clusters has. Neighbouring clusters share lines through the L2 cache, and what
///      16 clusters, all of an H200, walk at once, 32 MiB of 65,536 rows, is meant to stay there for a
///      second walk. Whether it does is not known: batch_norm_1d has 27 % of the ceiling.
PB_FN constexpr columns_tiling columns_tiling_at(int number, int element_size) {
  if (number == 0)
    return {.block_columns = 32, .row_lanes = 32, .items_per_thread = 4, .cluster_blocks = 1};
  int const columns = 32 / element_size;
  return {.block_columns = columns, .row_lanes = 1024 / columns, .items_per_thread = 16,
          .cluster_blocks = 8};
}

/// The number of the tiling for an array: clusters where blocks of 32 columns would leave half of the
/// largest devices idle, and each block of a cluster still has rows for all its lanes.
PB_FN constexpr int select_columns(i64 rows, i64 columns) {
  constexpr i64 most_blocks = 66;
  constexpr i64 least_rows = 8 * 256;
  return columns <= most_blocks * 32 && rows >= least_rows ? 1 : 0;
}

}  // namespace pb::tiling

#endif  // PALLASBENCH_TILING_COLUMNS_HPP
