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
  int blocks_per_multiprocessor;  // that must fit; left alone, the compiler takes registers for one

  PB_FN constexpr int block_positions() const { return threads_per_block * positions_per_thread; }
  PB_FN constexpr i64 block_elements() const { return i64(block_positions()) * filters_per_thread; }
  PB_FN friend constexpr bool operator==(convolve_tiling const&, convolve_tiling const&) = default;
};

inline constexpr int num_convolve_tilings = 2;

/// The tilings there are; the number of one is what a kernel instance is named by.
///   0: one filter alone, bound by memory: four positions keep four reads of it in flight.
///   1: many, bound by what is read of L1, four clocks a warp for 16 bytes a thread: 2 x 8 sums read 10
///      times for 64 multiplications, 1 x 8 read 9 times for 32, and 4 x 8 find no room in 80 registers.
///      (Counted; of many filters nothing was timed.)
PB_FN constexpr convolve_tiling convolve_tiling_at(int number) {
  if (number == 0)
    return {.threads_per_block = 256, .positions_per_thread = 4, .filters_per_thread = 1,
            .blocks_per_multiprocessor = 4};
  return {.threads_per_block = 256, .positions_per_thread = 2, .filters_per_thread = 8,
          .blocks_per_multiprocessor = 3};
}

PB_FN constexpr int select_convolve(i64 filters) { return filters == 1 ? 0 : 1; }

}  // namespace pb::tiling

#endif  // PALLASBENCH_TILING_CONVOLVE_HPP
