// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// fused_matmul_relu: c = relu(a b).   a [M, K], b [K, N] -> c [M, N]
#ifndef PALLASBENCH_KERNELS_LEVEL2_FUSED_MATMUL_RELU_HPP
#define PALLASBENCH_KERNELS_LEVEL2_FUSED_MATMUL_RELU_HPP

#include <pallasbench/compose/compose.hpp>
#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/patterns/contract/contract.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct fused_matmul_relu {
  using body = decltype(ops::matmul{} | ops::relu{});
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 32,
                                    .level = 2,
                                    .name = "fused_matmul_relu",
                                    .category = "matmul",
                                    .description = "Matrix multiply with ReLU",
                                    .inputs = "a, b",
                                    .torch = "torch.relu(torch.matmul(a, b))"};
  static constexpr presets dims{.small = {200, 150, 170}, .seed = {1024, 4096, 1024}, .large = {8192, 4096, 8192}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL2_FUSED_MATMUL_RELU_HPP
