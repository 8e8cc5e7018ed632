// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Tilings of sequence kernels: window starts a block, and when its histogram is private; bases a block
// where they are mapped in reverse order.
#ifndef PALLASBENCH_TILING_SEQUENCE_HPP
#define PALLASBENCH_TILING_SEQUENCE_HPP

#include <pallasbench/tiling/tiling.hpp>

namespace pb::tiling {

struct sequence_tiling {
  int threads_per_block;
  int items_per_thread;
  int private_bins;  // histograms of up to so many bins live in shared memory

  PB_FN constexpr i64 block_elements() const { return i64(threads_per_block) * items_per_thread; }
  PB_FN friend constexpr bool operator==(sequence_tiling const&, sequence_tiling const&) = default;
};

/// 64 windows a thread amortise clearing and adding up a histogram of 4096 bins (k = 6, 16 KiB).
PB_FN constexpr sequence_tiling select_sequence() {
  return {.threads_per_block = 256, .items_per_thread = 64, .private_bins = 4096};
}

struct reversed_tiling {
  int threads_per_block;
  int items_per_thread;

  PB_FN constexpr i64 block_elements() const { return i64(threads_per_block) * items_per_thread; }
  PB_FN friend constexpr bool operator==(reversed_tiling const&, reversed_tiling const&) = default;
};

/// One 16-byte access in and one out a thread.
PB_FN constexpr reversed_tiling select_reversed() {
  return {.threads_per_block = 256, .items_per_thread = 16};
}

}  // namespace pb::tiling

#endif  // PALLASBENCH_TILING_SEQUENCE_HPP
