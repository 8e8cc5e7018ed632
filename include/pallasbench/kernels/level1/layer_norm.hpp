// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// layer_norm: y = (x - mean) / sqrt(var + 1e-5) gamma + beta, over the last axis.
// x [R, C], gamma [C], beta [C] -> y [R, C]
#ifndef PALLASBENCH_KERNELS_LEVEL1_LAYER_NORM_HPP
#define PALLASBENCH_KERNELS_LEVEL1_LAYER_NORM_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/layer_norm.hpp>
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct layer_norm {
  using body = ops::layer_norm;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 11,
                                    .level = 1,
                                    .name = "layer_norm",
                                    .category = "normalization",
                                    .description = "Layer normalization",
                                    .inputs = "x, gamma, beta",
                                    .torch = "torch.nn.functional.layer_norm(x, x.shape[-1:], gamma, beta, 1e-5)"};
  static constexpr presets dims{.small = {37, 1003}, .seed = {2048, 1024}, .large = {8192, 8192}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_LAYER_NORM_HPP
