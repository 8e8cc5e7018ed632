// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Tilings of attention: the queries and value columns of a block, and the steps in which it walks
// keys, the columns of a score, and the rows of a value tile.
#ifndef PALLASBENCH_TILING_ATTEND_HPP
#define PALLASBENCH_TILING_ATTEND_HPP

#include <pallasbench/tiling/tiling.hpp>

namespace pb::tiling {

struct attend_tiling {
  int block_queries, block_columns;
  int block_keys;               // keys whose scores are held at once
  int score_step, value_step;   // columns of q and k, and rows of v, in shared memory at once
  int threads_down, threads_across;

  PB_FN constexpr int threads_per_block() const { return threads_down * threads_across; }
  PB_FN constexpr int thread_queries() const { return block_queries / threads_down; }
  PB_FN constexpr int thread_keys() const { return block_keys / threads_across; }
  PB_FN constexpr int thread_columns() const { return block_columns / threads_across; }
  PB_FN friend constexpr bool operator==(attend_tiling const&, attend_tiling const&) = default;
};

/// 42 KiB of shared memory in f32, below what needs no permission; a row of threads is half a warp,
/// so that shuffles reduce a row of scores.
PB_FN constexpr attend_tiling select_attend() {
  return {.block_queries = 64,
          .block_columns = 128,
          .block_keys = 64,
          .score_step = 32,
          .value_step = 16,
          .threads_down = 16,
          .threads_across = 16};
}

}  // namespace pb::tiling

#endif  // PALLASBENCH_TILING_ATTEND_HPP
