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
  /// them; 0: as many as it can, for three inputs and more could spill. More where instructions, not
  /// memory, are what takes time: on an H200 fused_bias_gelu_dropout of [8192, 8192] takes 134 us in f32
  /// (144 with 1024 threads) and 119 in f16 (130; 125 with 2048), fused_gelu_bias f16 72 (77), but f32
  /// 131 (129).
  PB_FN constexpr int least_row_blocks(int inputs, int element_size, bool draws) const {
    if (inputs > 2) return 0;
    return (element_size == 2 || draws ? 1536 : 1024) / threads_per_block;
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

/// 128 bytes a thread where rows are only written, of 16 bits 256: one_hot of [65536, 1024] on an H200 takes
/// 60 us in f32 (with 64 bytes 66, with 256 62) and 32.6 in f16 (with 128 bytes 34.9, with 64 42).
PB_FN constexpr map_tiling select_one_hot(int element_size) {
  int const bytes = element_size == 2 ? 256 : 128;
  return {.threads_per_block = 256, .items_per_thread = bytes / element_size};
}

}  // namespace pb::tiling

#endif  // PALLASBENCH_TILING_MAP_HPP
