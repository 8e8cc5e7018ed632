// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// softplus: y = log(1 + exp(x)).   x [n] -> y [n]
#ifndef PALLASBENCH_KERNELS_LEVEL1_SOFTPLUS_HPP
#define PALLASBENCH_KERNELS_LEVEL1_SOFTPLUS_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/softplus.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct softplus {
  using body = ops::softplus;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 7,
                                    .level = 1,
                                    .name = "softplus",
                                    .category = "activation",
                                    .description = "Smooth ReLU approximation",
                                    .inputs = "x",
                                    .torch = "torch.nn.functional.softplus(x)"};
  static constexpr presets dims{.small = {5003}, .seed = {4096}, .large = {67108864}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_SOFTPLUS_HPP
