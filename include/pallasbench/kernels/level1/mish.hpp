// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// mish: y = x tanh(softplus(x)).   x [n] -> y [n]
#ifndef PALLASBENCH_KERNELS_LEVEL1_MISH_HPP
#define PALLASBENCH_KERNELS_LEVEL1_MISH_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/mish.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct mish {
  using body = ops::mish;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 10,
                                    .level = 1,
                                    .name = "mish",
                                    .category = "activation",
                                    .description = "Mish self-regularized activation",
                                    .inputs = "x",
                                    .torch = "torch.nn.functional.mish(x)"};
  static constexpr presets dims{.small = {5003}, .seed = {4096}, .large = {67108864}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_MISH_HPP
