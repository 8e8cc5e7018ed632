// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// fused_matmul_bias: c = a b + bias.   a [M, K], b [K, N], bias [N] -> c [M, N]
#ifndef PALLASBENCH_KERNELS_LEVEL2_FUSED_MATMUL_BIAS_HPP
#define PALLASBENCH_KERNELS_LEVEL2_FUSED_MATMUL_BIAS_HPP

#include <pallasbench/compose/compose.hpp>
#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/patterns/contract/contract.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct fused_matmul_bias {
  using body = decltype(ops::matmul{} | ops::bias{});
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 31,
                                    .level = 2,
                                    .name = "fused_matmul_bias",
                                    .category = "matmul",
                                    .description = "Matrix multiply with bias",
                                    .inputs = "a, b, bias",
                                    .torch = "torch.matmul(a, b) + bias"};
  static constexpr presets dims{.small = {200, 150, 170}, .seed = {1024, 4096, 1024}, .large = {8192, 4096, 8192}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL2_FUSED_MATMUL_BIAS_HPP
