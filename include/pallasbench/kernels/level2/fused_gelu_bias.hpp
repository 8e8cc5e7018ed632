// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// fused_gelu_bias: y = gelu(x + b).   x [R, C], b [C] -> y [R, C]
#ifndef PALLASBENCH_KERNELS_LEVEL2_FUSED_GELU_BIAS_HPP
#define PALLASBENCH_KERNELS_LEVEL2_FUSED_GELU_BIAS_HPP

#include <pallasbench/compose/compose.hpp>
#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/gelu.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct fused_gelu_bias {
  using body = decltype(ops::bias{} | ops::gelu{});
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 29,
                                    .level = 2,
                                    .name = "fused_gelu_bias",
                                    .category = "activation",
                                    .description = "GELU with bias addition",
                                    .inputs = "x, b",
                                    .torch = "torch.nn.functional.gelu(x + b, approximate='tanh')"};
  static constexpr presets dims{.small = {37, 1003}, .seed = {1024, 4096}, .large = {8192, 8192}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL2_FUSED_GELU_BIAS_HPP
