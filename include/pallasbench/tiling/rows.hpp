// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Tilings of rows: a warp or a block takes a row, and holds it in shared memory while the body's
// reductions walk it; or walks it in memory, where it is too long for that, or where the body wants
// one value of it and need not come back: then one thread, if the row is shorter than a warp is wide.
#ifndef PALLASBENCH_TILING_ROWS_HPP
#define PALLASBENCH_TILING_ROWS_HPP

#include <pallasbench/tiling/tiling.hpp>

namespace pb::tiling {

struct rows_tiling {
  int threads_per_block;
  int rows_per_block;    // one, or a warp or a thread each
  int vecs_per_thread;   // of 16 bytes, in flight along a walk
  bool holds;            // rows are copied to shared memory first

  PB_FN constexpr int threads_per_row() const { return threads_per_block / rows_per_block; }
  /// Blocks that are to fit a multiprocessor: with 1024 threads a thread has 64 registers.
  PB_FN constexpr int blocks_per_multiprocessor() const { return 1024 / threads_per_block; }
  PB_FN friend constexpr bool operator==(rows_tiling const&, rows_tiling const&) = default;
};

inline constexpr int num_rows_tilings = 8;

/// The tilings there are; the number of one is what a kernel instance is named by. A thread has
/// about 128 bytes of its row: the 1024 threads or more of a multiprocessor hold 128 KB, some of them
/// waiting for memory while others reduce.
PB_FN constexpr rows_tiling rows_tiling_at(int number) {
  constexpr rows_tiling tilings[num_rows_tilings] = {
      {.threads_per_block = 256, .rows_per_block = 256, .vecs_per_thread = 1, .holds = false},
      {.threads_per_block = 256, .rows_per_block = 8, .vecs_per_thread = 2, .holds = true},
      {.threads_per_block = 64, .rows_per_block = 1, .vecs_per_thread = 2, .holds = true},
      {.threads_per_block = 128, .rows_per_block = 1, .vecs_per_thread = 2, .holds = true},
      {.threads_per_block = 256, .rows_per_block = 1, .vecs_per_thread = 2, .holds = true},
      {.threads_per_block = 512, .rows_per_block = 1, .vecs_per_thread = 2, .holds = true},
      {.threads_per_block = 256, .rows_per_block = 8, .vecs_per_thread = 4, .holds = false},
      {.threads_per_block = 256, .rows_per_block = 1, .vecs_per_thread = 4, .holds = false},
  };
  return tilings[number];
}

/// Whether a tiling is for bodies that want one value a row: these walk.
PB_FN constexpr bool is_rows_tiling(int number, bool gives_one_value) {
  return number == num_rows_tilings - 1 || rows_tiling_at(number).holds != gives_one_value;
}

/// The number of the tiling for so many rows of so many columns, in blocks of at most so many
/// elements. held_bytes: of a row of all inputs.
PB_FN constexpr int select_rows(i64 rows, i64 columns, i64 held_bytes, bool gives_one_value,
                                i64 max_block_elements) {
  // What a thread, a warp, blocks of 64, 128, 256 and 512 threads, and a warp that walks take. 96 KB is
  // what every architecture from sm_80 on has for one block, and two such blocks fit a multiprocessor of
  // sm_90.
  constexpr i64 most_bytes[] = {80, 4160, 4160, 17 * 1024, 34 * 1024, 96 * 1024, 9 * 1024};
  for (int i = 0; i + 1 < num_rows_tilings; ++i) {
    if (!is_rows_tiling(i, gives_one_value) || held_bytes > most_bytes[i]) continue;
    auto const t = rows_tiling_at(i);
    int const rows_per_block = t.rows_per_block;
    // Rows by the warp are for arrays that have a block for each multiprocessor then; or, as a warp is
    // longer about a row that it holds, eight. So are rows by 64 threads: fused_layer_norm_relu f32 of
    // [1024, 1024] takes 3.7 us by 128 and 3.9 by 64, layer_norm of [2048, 1024] 5.7 and 4.6.
    i64 const least_blocks = t.threads_per_row() == 1 ? 0 : t.holds ? 8 * 132 : 128;
    bool const is_small = rows_per_block > 1 || t.threads_per_block == 64;
    if (is_small && rows < least_blocks * rows_per_block) continue;
    if (columns * rows_per_block <= max_block_elements) return i;
  }
  return num_rows_tilings - 1;
}

}  // namespace pb::tiling

#endif  // PALLASBENCH_TILING_ROWS_HPP
