// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// relu: y = max(x, 0).   x [n] -> y [n]
#ifndef PALLASBENCH_KERNELS_LEVEL1_RELU_HPP
#define PALLASBENCH_KERNELS_LEVEL1_RELU_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct relu {
  using body = ops::relu;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 1,
                                    .level = 1,
                                    .name = "relu",
                                    .category = "activation",
                                    .description = "Rectified linear unit",
                                    .inputs = "x",
                                    .torch = "torch.relu(x)"};
  static constexpr presets dims{.small = {5003}, .seed = {4096}, .large = {67108864}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_RELU_HPP
