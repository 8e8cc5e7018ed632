// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The plan of a launch: everything derived from a pattern, a tiling and the extents. Executors launch
// from it, records quote it, tests check it; nothing else computes a grid.
#ifndef PALLASBENCH_PATTERNS_PLAN_HPP
#define PALLASBENCH_PATTERNS_PLAN_HPP

#include <pallasbench/core/extents.hpp>

namespace pb {

/// How a block's accesses lie in memory.
enum class access_pattern { contiguous, strided, gather };

PB_FN constexpr char const* name(access_pattern pattern) {
  switch (pattern) {
    case access_pattern::contiguous: return "contiguous";
    case access_pattern::strided: return "strided";
    case access_pattern::gather: return "gather";
  }
  return "?";
}

struct plan {
  extents block_shape;              // elements a block owns: of the output, or for sequences
                                    // and means of the input
  extents grid_shape;               // blocks in each dimension of block_shape
  int threads_per_block = 0;
  int items_per_thread = 0;
  i64 shared_memory_bytes = 0;      // dynamic
  i64 workspace_bytes = 0;
  i64 launched_blocks = 0;          // at most max_launched_blocks: blocks beyond it are walked
  bool one_block = false;           // the block is the whole array
  bool clears_output = false;       // the output is zeroed, in the stream, before the launch
  bool clears_workspace = false;    // and so is the workspace
  bool waits_for_all = false;       // blocks wait for each other: launched all at once, and fewer where
                                    // the device runs fewer
  access_pattern memory_access_pattern = access_pattern::contiguous;
  double block_utilization = 0;     // valid share of the last block
  double grid_efficiency = 0;       // elements / (blocks x block size)

  PB_FN constexpr i64 num_blocks() const { return grid_shape.count(); }
};

// CUDA's limit of a grid's x dimension.
inline constexpr i64 max_launched_blocks = 0x7fffffff;

/// The plan for an array of the given shape cut into blocks. With one_block the block is the array.
/// An array without elements has no blocks.
PB_FN constexpr plan plan_blocks(extents shape, extents block, bool one_block, int threads,
                                 int items) {
  plan p;
  p.threads_per_block = threads;
  p.items_per_thread = items;
  p.one_block = one_block;
  p.block_shape = one_block ? shape : block;
  p.grid_shape = shape;
  i64 last = 1;
  for (int d = 0; d < shape.rank; ++d) {
    i64 const size = p.block_shape[d];
    p.grid_shape[d] = size == 0 ? 0 : ceil_div(shape[d], size);
    last *= p.grid_shape[d] == 0 ? 0 : shape[d] - (p.grid_shape[d] - 1) * size;
  }
  i64 const blocks = p.num_blocks();
  p.launched_blocks = min_of(blocks, max_launched_blocks);
  if (blocks != 0) {
    double const block_size = double(p.block_shape.count());
    p.block_utilization = double(last) / block_size;
    p.grid_efficiency = double(shape.count()) / (double(blocks) * block_size);
  }
  return p;
}

}  // namespace pb

#endif  // PALLASBENCH_PATTERNS_PLAN_HPP
