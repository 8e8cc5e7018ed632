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
/// second launch, which clears the workspace, would be. Many are walked by 4096: some 30 for each
/// multiprocessor of the largest devices keep all busy to the end, and the block that adds up 4096
/// partial results reads 64 KiB.
PB_FN constexpr i64 launched_reduce(i64 blocks) {
  constexpr i64 few = 4, most = 4096;
  if (blocks <= few) return 1;
  return blocks < most ? blocks : most;
}

}  // namespace pb::tiling

#endif  // PALLASBENCH_TILING_REDUCE_HPP
