// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// fused_relu_matmul: c = relu(a) b.   a [M, K], b [K, N] -> c [M, N]
#ifndef PALLASBENCH_KERNELS_LEVEL2_FUSED_RELU_MATMUL_HPP
#define PALLASBENCH_KERNELS_LEVEL2_FUSED_RELU_MATMUL_HPP

#include <pallasbench/compose/compose.hpp>
#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/patterns/contract/contract.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct fused_relu_matmul {
  using body = decltype(ops::relu{} | ops::matmul{});
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 28,
                                    .level = 2,
                                    .name = "fused_relu_matmul",
                                    .category = "activation",
                                    .description = "ReLU followed by matrix multiply",
                                    .inputs = "a, b",
                                    .torch = "torch.matmul(torch.relu(a), b)"};
  static constexpr presets dims{.small = {200, 150, 170}, .seed = {1024, 4096, 1024}, .large = {8192, 4096, 8192}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL2_FUSED_RELU_MATMUL_HPP
