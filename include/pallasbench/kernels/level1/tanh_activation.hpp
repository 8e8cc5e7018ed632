// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// tanh_activation: y = tanh(x).   x [n] -> y [n]
#ifndef PALLASBENCH_KERNELS_LEVEL1_TANH_ACTIVATION_HPP
#define PALLASBENCH_KERNELS_LEVEL1_TANH_ACTIVATION_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/tanh_activation.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct tanh_activation {
  using body = ops::tanh_activation;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 6,
                                    .level = 1,
                                    .name = "tanh_activation",
                                    .category = "activation",
                                    .description = "Hyperbolic tangent",
                                    .inputs = "x",
                                    .torch = "torch.tanh(x)"};
  static constexpr presets dims{.small = {5003}, .seed = {4096}, .large = {67108864}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_TANH_ACTIVATION_HPP
