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
  int threads_per_block;
  int block_columns;       // side by side
  int columns_per_thread;  // moved in one access, where arrays allow that
  int items_per_thread;    // elements a thread has in flight

  /// Threads of a block that share a column, each with so many columns.
  PB_FN constexpr int row_lanes(int run) const { return threads_per_block * run / block_columns; }
  /// Rows a thread has in flight.
  PB_FN constexpr int rows_in_flight(int run) const {
    return items_per_thread / run < 8 ? items_per_thread / run : 8;
  }
  /// Partial results that the blocks of a team send each other: one a block and column, for two
  /// reductions in turn.
  PB_FN constexpr i64 sent_by_team(i64 blocks) const { return 2 * block_columns * blocks; }
  PB_FN friend constexpr bool operator==(columns_tiling const&, columns_tiling const&) = default;
};

inline constexpr int num_columns_tilings = 3;

/// The tilings there are; the number of one is what a kernel instance is named by.
///   0: where the result is columns. batch_norm_1d of [65536, 1024] on an H200 takes 198 us in f32; with
///      128 bytes of columns a block 207, with 512 202, with half as much in flight 206, with a column
///      a thread 210; two blocks of 256 threads a multiprocessor 201. In f16 112; with 128 bytes of
///      columns 115, with 16 bytes a thread, which spills, 133, with a column a thread 126.
///   1: short columns. A sector a block gives each multiprocessor one: [128, 1024] takes 2.4 us, with 64
///      bytes a block 3.0, with twice the threads 3.0, in blocks of 1024 threads and 128 bytes 4.9.
///   2: where it is one value a column. col_sum of [8192, 8192] takes 34 us in f16; with 256 bytes of
///      columns 40, with 8 bytes a thread 37, with a column a thread 47. In f32 63, with one block a
///      multiprocessor instead of two 64.2; two have no room for the registers of f16.
PB_FN constexpr columns_tiling columns_tiling_at(int number, int element_size) {
  int const run = number == 1 ? element_size : number == 0 && element_size == 2 ? 8 : 16;
  int const bytes = number == 0 ? 256 : number == 1 ? 32 : 128;
  int const in_flight = number == 1 ? 16 : 8 * run;
  int const most_columns = 128;  // whose parts fit shared memory
  return {.threads_per_block = number == 1 ? 256 : 512,
          .block_columns = bytes / element_size < most_columns ? bytes / element_size : most_columns,
          .columns_per_thread = run / element_size,
          .items_per_thread = in_flight / element_size};
}

/// Blocks that are to fit a multiprocessor.
PB_FN constexpr int column_blocks_per_multiprocessor(int number, int element_size) {
  if (number == 1) return 4;
  return number == 2 && element_size > 2 ? 2 : 1;
}

/// The number of the tiling for so many rows and columns. Tiling 1 where lines of 128 bytes would leave
/// multiprocessors of an H200 without a block.
PB_FN constexpr int select_columns(i64 rows, i64 columns, int element_size, bool gives_one_value) {
  bool const leaves_room = columns < 132 * 128 / element_size;
  return rows <= 512 && leaves_room ? 1 : gives_one_value ? 2 : 0;
}

/// The blocks of a team: as many as an H200 runs at once, while each has rows for what its threads have
/// in flight. None where half the multiprocessors have a block without: to meet costs more than it saves
/// (col_sum f32 of [4096, 4096] takes 18.6 us alone, 22.8 in teams of two).
PB_FN constexpr i64 select_team_blocks(columns_tiling const& t, i64 rows, i64 columns) {
  i64 const groups = max_of(ceil_div(columns, i64(t.block_columns)), 1);
  if (2 * groups > 132) return 1;
  i64 const most = rows / (t.threads_per_block * t.items_per_thread / t.block_columns);
  return max_of(min_of(132 / groups, most), 1);
}

}  // namespace pb::tiling

#endif  // PALLASBENCH_TILING_COLUMNS_HPP
