// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// scatter_add: y = x with u added at index; duplicates accumulate, a negative index counts from the end,
// out of range drops the update.   x [V], index i32 [N], u [N] -> y [V]
#ifndef PALLASBENCH_KERNELS_LEVEL1_SCATTER_ADD_HPP
#define PALLASBENCH_KERNELS_LEVEL1_SCATTER_ADD_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/scatter_add.hpp>
#include <pallasbench/patterns/scatter/scatter.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct scatter_add {
  using body = ops::scatter_add;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 26,
                                    .level = 1,
                                    .name = "scatter_add",
                                    .category = "index",
                                    .description = "Scatter-add by index",
                                    .inputs = "x, index, u",
                                    .torch = "x.index_put((index.long(),), u, accumulate=True)"};
  static constexpr presets dims{.small = {997, 5003}, .seed = {4096, 1024}, .large = {1048576, 16777216}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_SCATTER_ADD_HPP
