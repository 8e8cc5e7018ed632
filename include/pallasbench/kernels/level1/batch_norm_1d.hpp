// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// batch_norm_1d: y = (x - mean) / sqrt(var + 1e-5) gamma + beta, over the first axis.
// x [B, C], gamma [C], beta [C] -> y [B, C]
#ifndef PALLASBENCH_KERNELS_LEVEL1_BATCH_NORM_1D_HPP
#define PALLASBENCH_KERNELS_LEVEL1_BATCH_NORM_1D_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/batch_norm.hpp>
#include <pallasbench/patterns/columns/columns.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct batch_norm_1d {
  using body = ops::batch_norm_1d;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 13,
                                    .level = 1,
                                    .name = "batch_norm_1d",
                                    .category = "normalization",
                                    .description = "1D batch normalization",
                                    .inputs = "x, gamma, beta",
                                    .torch = "torch.nn.functional.batch_norm(x, None, None, gamma, beta, training=True, eps=1e-5)"};
  static constexpr presets dims{.small = {203, 131}, .seed = {128, 1024}, .large = {65536, 1024}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_BATCH_NORM_1D_HPP
