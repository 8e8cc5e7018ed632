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
  /// them; 0: as many as it can, for three inputs and more could spill.
  PB_FN constexpr int least_row_blocks(int inputs) const {
    return inputs > 2 ? 0 : 1024 / threads_per_block;
  }
  PB_FN friend constexpr bool operator==(map_tiling const&, map_tiling const&) = default;
};

/// 32 bytes a thread, two 16-byte accesses an operand.
PB_FN constexpr map_tiling select_map(int element_size) {
  return {.threads_per_block = 256, .items_per_thread = 32 / element_size};
}

/// 16 elements a thread where there are row vectors: fused_gelu_bias f32 of [8192, 8192] on an H200 takes
/// 128.3 us, with 8 130.1; fused_bias_gelu_dropout 170 and 175.
PB_FN constexpr map_tiling select_row_map() {
  return {.threads_per_block = 256, .items_per_thread = 16};
}

/// 64 bytes a thread where rows are looked up: four 16-byte accesses under way cover the wait for the
/// index that comes before them. gather f32 of 131072 rows of 1024 takes 263 us, with 32 bytes 296, with
/// 128 290.
PB_FN constexpr map_tiling select_index(int element_size) {
  return {.threads_per_block = 256, .items_per_thread = 64 / element_size};
}

/// 128 bytes a thread where rows are only written: one_hot f32 of [65536, 1024] on an H200 takes 61 us,
/// with 64 bytes 66, with 32 112.
PB_FN constexpr map_tiling select_one_hot(int element_size) {
  return {.threads_per_block = 256, .items_per_thread = 128 / element_size};
}

}  // namespace pb::tiling

#endif  // PALLASBENCH_TILING_MAP_HPP
