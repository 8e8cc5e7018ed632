// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// fused_layer_norm_relu: y = relu(layer_norm(x)).   x [R, C], gamma [C], beta [C] -> y [R, C]
#ifndef PALLASBENCH_KERNELS_LEVEL2_FUSED_LAYER_NORM_RELU_HPP
#define PALLASBENCH_KERNELS_LEVEL2_FUSED_LAYER_NORM_RELU_HPP

#include <pallasbench/compose/compose.hpp>
#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/layer_norm.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct fused_layer_norm_relu {
  using body = decltype(ops::layer_norm{} | ops::relu{});
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 30,
                                    .level = 2,
                                    .name = "fused_layer_norm_relu",
                                    .category = "normalization",
                                    .description = "Layer norm fused with ReLU",
                                    .inputs = "x, gamma, beta",
                                    .torch = "torch.relu(torch.nn.functional.layer_norm(x, x.shape[-1:], gamma, beta, 1e-5))"};
  static constexpr presets dims{.small = {37, 1003}, .seed = {1024, 1024}, .large = {8192, 8192}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL2_FUSED_LAYER_NORM_RELU_HPP
