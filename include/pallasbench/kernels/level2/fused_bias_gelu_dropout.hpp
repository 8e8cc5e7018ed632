// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// fused_bias_gelu_dropout: y = dropout(gelu(x + b)), p = 0.1, seed 0.   x [R, C], b [C] -> y [R, C]
#ifndef PALLASBENCH_KERNELS_LEVEL2_FUSED_BIAS_GELU_DROPOUT_HPP
#define PALLASBENCH_KERNELS_LEVEL2_FUSED_BIAS_GELU_DROPOUT_HPP

#include <pallasbench/compose/compose.hpp>
#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/dropout.hpp>
#include <pallasbench/ops/gelu.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct fused_bias_gelu_dropout {
  using body = decltype(ops::bias{} | ops::gelu{} | ops::dropout{});
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 35,
                                    .level = 2,
                                    .name = "fused_bias_gelu_dropout",
                                    .category = "activation",
                                    .description = "Bias + GELU + dropout fusion",
                                    .inputs = "x, b",
                                    .torch = "torch.nn.functional.dropout(torch.nn.functional.gelu(x + b, approximate='tanh'), 0.1)"};
  static constexpr presets dims{.small = {37, 1003}, .seed = {1024, 4096}, .large = {8192, 8192}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL2_FUSED_BIAS_GELU_DROPOUT_HPP
