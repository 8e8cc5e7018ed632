// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// row_sum: y = sum over the last axis.   x [R, C] -> y [R, 1]
#ifndef PALLASBENCH_KERNELS_LEVEL1_ROW_SUM_HPP
#define PALLASBENCH_KERNELS_LEVEL1_ROW_SUM_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/row_sum.hpp>
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct row_sum {
  using body = reductions::row_sum;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 15,
                                    .level = 1,
                                    .name = "row_sum",
                                    .category = "reduce",
                                    .description = "Row-wise summation",
                                    .inputs = "x",
                                    .torch = "torch.sum(x, dim=1, keepdim=True)"};
  static constexpr presets dims{.small = {37, 1003}, .seed = {4096, 4096}, .large = {8192, 8192}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_ROW_SUM_HPP
