// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// fused_residual_norm: y = layer_norm(x + r).
// x [R, C], r [R, C], gamma [C], beta [C] -> y [R, C]
#ifndef PALLASBENCH_KERNELS_LEVEL2_FUSED_RESIDUAL_NORM_HPP
#define PALLASBENCH_KERNELS_LEVEL2_FUSED_RESIDUAL_NORM_HPP

#include <pallasbench/compose/compose.hpp>
#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/layer_norm.hpp>
#include <pallasbench/ops/vector_add.hpp>
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct fused_residual_norm {
  using body = decltype(ops::vector_add{} | ops::layer_norm{});
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 34,
                                    .level = 2,
                                    .name = "fused_residual_norm",
                                    .category = "normalization",
                                    .description = "Residual connection with normalization",
                                    .inputs = "x, r, gamma, beta",
                                    .torch = "torch.nn.functional.layer_norm(x + r, x.shape[-1:], gamma, beta, 1e-5)"};
  static constexpr presets dims{.small = {37, 1003}, .seed = {1024, 1024}, .large = {8192, 8192}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL2_FUSED_RESIDUAL_NORM_HPP
