// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// col_sum: y = sum over the first axis.   x [R, C] -> y [1, C]
#ifndef PALLASBENCH_KERNELS_LEVEL1_COL_SUM_HPP
#define PALLASBENCH_KERNELS_LEVEL1_COL_SUM_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/col_sum.hpp>
#include <pallasbench/patterns/columns/columns.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct col_sum {
  using body = reductions::col_sum;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 16,
                                    .level = 1,
                                    .name = "col_sum",
                                    .category = "reduce",
                                    .description = "Column-wise summation",
                                    .inputs = "x",
                                    .torch = "torch.sum(x, dim=0, keepdim=True)"};
  static constexpr presets dims{.small = {1003, 37}, .seed = {4096, 4096}, .large = {8192, 8192}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_COL_SUM_HPP
