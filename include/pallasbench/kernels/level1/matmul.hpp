// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// matmul: c = a b.   a [M, K], b [K, N] -> c [M, N]
#ifndef PALLASBENCH_KERNELS_LEVEL1_MATMUL_HPP
#define PALLASBENCH_KERNELS_LEVEL1_MATMUL_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/patterns/contract/contract.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct matmul {
  using body = ops::matmul;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 14,
                                    .level = 1,
                                    .name = "matmul",
                                    .category = "matmul",
                                    .description = "Matrix multiplication",
                                    .inputs = "a, b",
                                    .torch = "torch.matmul(a, b)"};
  static constexpr presets dims{.small = {200, 150, 170}, .seed = {4096, 4096, 4096}, .large = {8192, 8192, 8192}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_MATMUL_HPP
