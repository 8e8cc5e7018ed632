// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// silu: y = x sigmoid(x).   x [n] -> y [n]
#ifndef PALLASBENCH_KERNELS_LEVEL1_SILU_HPP
#define PALLASBENCH_KERNELS_LEVEL1_SILU_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/silu.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct silu {
  using body = ops::silu;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 4,
                                    .level = 1,
                                    .name = "silu",
                                    .category = "activation",
                                    .description = "Sigmoid linear unit (Swish)",
                                    .inputs = "x",
                                    .torch = "torch.nn.functional.silu(x)"};
  static constexpr presets dims{.small = {5003}, .seed = {4096}, .large = {67108864}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_SILU_HPP
