// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Tilings of maps and of lookups: threads and elements a thread.
#ifndef PALLASBENCH_TILING_MAP_HPP
#define PALLASBENCH_TILING_MAP_HPP

#include <pallasbench/tiling/tiling.hpp>

namespace pb::tiling {

struct map_tiling {
  int threads_per_block;
  int items_per_thread;

  PB_FN constexpr i64 block_elements() const { return i64(threads_per_block) * items_per_thread; }
  /// Blocks that a multiprocessor must hold at once of a body of so many inputs, row vectors among
  /// them; 0: as many as it can. Left alone, the compiler gives a dropout 58 registers, 1024 threads,
  /// for the sake of the path of single elements; held to 40, 1536 threads, that path spills three. Of
  /// 16-bit elements, twice as many a thread, 1024 threads; three inputs and more could spill.
  PB_FN constexpr int least_blocks(int inputs) const {
    if (inputs > 2 || items_per_thread > 16) return 0;
    return (items_per_thread > 8 ? 1024 : 1536) / threads_per_block;
  }
  PB_FN friend constexpr bool operator==(map_tiling const&, map_tiling const&) = default;
};

/// 32 bytes a thread, two 16-byte accesses an operand.
PB_FN constexpr map_tiling select_map(int element_size) {
  return {.threads_per_block = 256, .items_per_thread = 32 / element_size};
}

/// 64 bytes a thread where rows are looked up or written by index: four 16-byte accesses under way
/// cover the wait for the index that comes before them.
PB_FN constexpr map_tiling select_index(int element_size) {
  return {.threads_per_block = 256, .items_per_thread = 64 / element_size};
}

}  // namespace pb::tiling

#endif  // PALLASBENCH_TILING_MAP_HPP
