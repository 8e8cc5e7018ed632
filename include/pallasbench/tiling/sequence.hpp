// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Tilings of sequence kernels: window starts a block, how many blocks share a sequence, and when their
// histograms are private; bases a block where they are mapped in reverse order.
#ifndef PALLASBENCH_TILING_SEQUENCE_HPP
#define PALLASBENCH_TILING_SEQUENCE_HPP

#include <pallasbench/tiling/tiling.hpp>

namespace pb::tiling {

struct sequence_tiling {
  int threads_per_block;
  int items_per_thread;
  int private_bins;  // histograms of up to so many bins live in shared memory
  i64 max_launched_blocks;
  int blocks_per_multiprocessor;  // that registers are left for

  PB_FN constexpr i64 block_elements() const { return i64(threads_per_block) * items_per_thread; }
  PB_FN friend constexpr bool operator==(sequence_tiling const&, sequence_tiling const&) = default;
};

/// 48 windows are three 16-byte accesses, and any step of one to four windows divides them. A private
/// histogram holds 6 bases, of five letters each 61 KiB (k = 6 has 4096 bins): three fit on a
/// multiprocessor. Clearing one and adding it up costs as much as 150 of a thread's windows, counted in
/// instructions and not timed, so no more blocks are launched than the H200's 132 multiprocessors hold.
PB_FN constexpr sequence_tiling select_sequence() {
  return {.threads_per_block = 512,
          .items_per_thread = 48,
          .private_bins = 4096,
          .max_launched_blocks = 3 * 132,
          .blocks_per_multiprocessor = 3};
}

struct reversed_tiling {
  int threads_per_block;
  int items_per_thread;

  PB_FN constexpr i64 block_elements() const { return i64(threads_per_block) * items_per_thread; }
  PB_FN friend constexpr bool operator==(reversed_tiling const&, reversed_tiling const&) = default;
};

/// Four 16-byte accesses in and four out a thread: with one, it waits as long for a quarter of the bytes.
PB_FN constexpr reversed_tiling select_reversed() {
  return {.threads_per_block = 256, .items_per_thread = 64};
}

}  // namespace pb::tiling

#endif  // PALLASBENCH_TILING_SEQUENCE_HPP
