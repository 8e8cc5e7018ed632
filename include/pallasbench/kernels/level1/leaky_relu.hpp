// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// leaky_relu: y = x if x >= 0 else 0.01 x.   x [n] -> y [n]
#ifndef PALLASBENCH_KERNELS_LEVEL1_LEAKY_RELU_HPP
#define PALLASBENCH_KERNELS_LEVEL1_LEAKY_RELU_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/leaky_relu.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct leaky_relu {
  using body = ops::leaky_relu;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 2,
                                    .level = 1,
                                    .name = "leaky_relu",
                                    .category = "activation",
                                    .description = "Leaky rectified linear unit",
                                    .inputs = "x",
                                    .torch = "torch.nn.functional.leaky_relu(x, 0.01)"};
  static constexpr presets dims{.small = {5003}, .seed = {4096}, .large = {67108864}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_LEAKY_RELU_HPP
