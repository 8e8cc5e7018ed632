// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// elementwise_max: y = max(a, b), NaN on either side gives NaN.   a [n], b [n] -> y [n]
#ifndef PALLASBENCH_KERNELS_LEVEL1_ELEMENTWISE_MAX_HPP
#define PALLASBENCH_KERNELS_LEVEL1_ELEMENTWISE_MAX_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/elementwise_max.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct elementwise_max {
  using body = ops::elementwise_max;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 21,
                                    .level = 1,
                                    .name = "elementwise_max",
                                    .category = "elementwise",
                                    .description = "Element-wise maximum",
                                    .inputs = "a, b",
                                    .torch = "torch.maximum(a, b)"};
  static constexpr presets dims{.small = {5003}, .seed = {4096}, .large = {67108864}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_ELEMENTWISE_MAX_HPP
