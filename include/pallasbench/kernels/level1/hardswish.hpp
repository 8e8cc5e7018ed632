// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// hardswish: y = x clip(x + 3, 0, 6) / 6.   x [n] -> y [n]
#ifndef PALLASBENCH_KERNELS_LEVEL1_HARDSWISH_HPP
#define PALLASBENCH_KERNELS_LEVEL1_HARDSWISH_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/hardswish.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct hardswish {
  using body = ops::hardswish;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 9,
                                    .level = 1,
                                    .name = "hardswish",
                                    .category = "activation",
                                    .description = "Hard Swish activation",
                                    .inputs = "x",
                                    .torch = "torch.nn.functional.hardswish(x)"};
  static constexpr presets dims{.small = {5003}, .seed = {4096}, .large = {67108864}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_HARDSWISH_HPP
