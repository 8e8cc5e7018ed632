// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Tilings of means: the blocks are those of the map or of the rows below the mean; this bounds how
// many are launched, for each leaves one partial result.
#ifndef PALLASBENCH_TILING_REDUCE_HPP
#define PALLASBENCH_TILING_REDUCE_HPP

#include <pallasbench/tiling/tiling.hpp>

namespace pb::tiling {

/// The blocks to launch for a mean over so many blocks. One walks a few, for that is over before a
/// second launch, which clears the workspace, would be. Many are walked by four for each multiprocessor
/// of an H200: mse_loss of [67108864] takes 124 us (4096 blocks 126, 1056 127), cross_entropy of [8192,
/// 32768] 246 (250, 246; 792, which do not divide the rows, 263).
PB_FN constexpr i64 launched_reduce(i64 blocks) {
  constexpr i64 few = 4, most = 4 * 132;
  if (blocks <= few) return 1;
  return blocks < most ? blocks : most;
}

}  // namespace pb::tiling

#endif  // PALLASBENCH_TILING_REDUCE_HPP
