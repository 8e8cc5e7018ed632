// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The tiling of columns: a block takes some columns side by side and walks down them, several rows at
// a time; or a team of blocks does, each down its share of the rows.
#ifndef PALLASBENCH_TILING_COLUMNS_HPP
#define PALLASBENCH_TILING_COLUMNS_HPP

#include <pallasbench/core/extents.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::tiling {

struct columns_tiling {
  int block_columns;     // side by side
  int row_lanes;         // threads of a block that share a column
  int items_per_thread;  // rows a thread has in flight

  PB_FN constexpr int threads_per_block() const { return block_columns * row_lanes; }
  /// Partial results that the blocks of a team send each other: one a block and column, for two
  /// reductions in turn.
  PB_FN constexpr i64 sent_by_team(i64 blocks) const { return 2 * block_columns * blocks; }
  PB_FN friend constexpr bool operator==(columns_tiling const&, columns_tiling const&) = default;
};

/// 128 bytes of columns, a line of memory, and 32 bytes of a column a thread in flight: with 1024
/// threads 32 KB a multiprocessor. batch_norm_1d f32 of [65536, 1024] on an H200 took 210 us; with 512
/// threads and two blocks a multiprocessor 216 (and no less with 64 bytes in flight), with 256 bytes of
/// columns 210, with 512 bytes 214.
PB_FN constexpr columns_tiling columns_tiling_for(int element_size) {
  int const columns = 128 / element_size;
  return {.block_columns = columns, .row_lanes = 1024 / columns, .items_per_thread = 32 / element_size};
}

/// Blocks that are to fit a multiprocessor. Bodies that give one value a column have few registers.
PB_FN constexpr int column_blocks_per_multiprocessor(bool gives_one_value) {
  return gives_one_value ? 2 : 1;
}

/// The blocks of a team: as many as an H200 runs at once, while each has rows for what its threads have
/// in flight. None where half the multiprocessors have a block without: to meet costs more than it saves
/// (col_sum f32 of [4096, 4096] takes 18.6 us alone, 22.8 in teams of two).
PB_FN constexpr i64 select_team_blocks(columns_tiling const& t, i64 rows, i64 columns,
                                       bool gives_one_value) {
  i64 const resident = 132 * column_blocks_per_multiprocessor(gives_one_value);
  i64 const groups = max_of(ceil_div(columns, i64(t.block_columns)), 1);
  if (2 * groups > 132) return 1;
  i64 const most = rows / (t.row_lanes * t.items_per_thread);
  return max_of(min_of(resident / groups, most), 1);
}

}  // namespace pb::tiling

#endif  // PALLASBENCH_TILING_COLUMNS_HPP
