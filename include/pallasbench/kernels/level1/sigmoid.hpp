// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// sigmoid: y = 1 / (1 + exp(-x)).   x [n] -> y [n]
#ifndef PALLASBENCH_KERNELS_LEVEL1_SIGMOID_HPP
#define PALLASBENCH_KERNELS_LEVEL1_SIGMOID_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/sigmoid.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct sigmoid {
  using body = ops::sigmoid;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 5,
                                    .level = 1,
                                    .name = "sigmoid",
                                    .category = "activation",
                                    .description = "Logistic sigmoid",
                                    .inputs = "x",
                                    .torch = "torch.sigmoid(x)"};
  static constexpr presets dims{.small = {5003}, .seed = {4096}, .large = {67108864}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_SIGMOID_HPP
