// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// gather: y = table[index]; a negative index counts from the end, one out of range gives NaN.
// table [V, D], index i32 [N] -> y [N, D]
#ifndef PALLASBENCH_KERNELS_LEVEL1_GATHER_HPP
#define PALLASBENCH_KERNELS_LEVEL1_GATHER_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/gather.hpp>
#include <pallasbench/patterns/index/index.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct gather {
  using body = ops::gather;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 25,
                                    .level = 1,
                                    .name = "gather",
                                    .category = "index",
                                    .description = "Gather elements by index",
                                    .inputs = "table, index",
                                    .torch = "table[index.long()]"};
  static constexpr presets dims{.small = {37, 130, 53}, .seed = {4096, 4096, 1024}, .large = {65536, 1024, 131072}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_GATHER_HPP
