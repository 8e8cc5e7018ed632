// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Tilings of means: the blocks are those of the map or of the rows below the mean; this bounds how
// many are launched, for each leaves one partial result.
#ifndef PALLASBENCH_TILING_REDUCE_HPP
#define PALLASBENCH_TILING_REDUCE_HPP

#include <pallasbench/tiling/tiling.hpp>

namespace pb::tiling {

struct reduce_tiling {
  i64 max_launched_blocks;

  PB_FN friend constexpr bool operator==(reduce_tiling const&, reduce_tiling const&) = default;
};

/// Some 30 blocks for each multiprocessor of the largest devices keep all busy to the end, and the
/// block that adds up 4096 partial results reads 64 KiB. Not tuned yet.
PB_FN constexpr reduce_tiling select_reduce() { return {.max_launched_blocks = 4096}; }

}  // namespace pb::tiling

#endif  // PALLASBENCH_TILING_REDUCE_HPP
