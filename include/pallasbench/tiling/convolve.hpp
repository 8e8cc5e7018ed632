// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Tilings of convolutions: positions a block, and filters a thread.
#ifndef PALLASBENCH_TILING_CONVOLVE_HPP
#define PALLASBENCH_TILING_CONVOLVE_HPP

#include <pallasbench/tiling/tiling.hpp>

namespace pb::tiling {

struct convolve_tiling {
  int threads_per_block;
  int positions_per_thread;  // that share what a thread reads of the filters
  int filters_per_thread;    // that share what it reads of the sequence

  PB_FN constexpr int block_positions() const { return threads_per_block * positions_per_thread; }
  PB_FN constexpr i64 block_elements() const { return i64(block_positions()) * filters_per_thread; }
  PB_FN friend constexpr bool operator==(convolve_tiling const&, convolve_tiling const&) = default;
};

/// One filter alone is bound by memory, and four positions keep four reads of it in flight. Many are
/// bound by what is read of L1, four clocks a warp for 16 bytes a thread: 2 x 8 sums read 10 times for 64
/// multiplications, 1 x 8 read 9 times for 32, and 4 x 8 find no room in 80 registers. (Counted; of many
/// filters nothing was timed.)
PB_FN constexpr convolve_tiling select_convolve(i64 filters) {
  return {.threads_per_block = 256,
          .positions_per_thread = filters == 1 ? 4 : 2,
          .filters_per_thread = filters == 1 ? 1 : 8};
}

}  // namespace pb::tiling

#endif  // PALLASBENCH_TILING_CONVOLVE_HPP
