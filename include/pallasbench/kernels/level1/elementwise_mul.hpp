// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// elementwise_mul: y = a b.   a [n], b [n] -> y [n]
#ifndef PALLASBENCH_KERNELS_LEVEL1_ELEMENTWISE_MUL_HPP
#define PALLASBENCH_KERNELS_LEVEL1_ELEMENTWISE_MUL_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/elementwise_mul.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct elementwise_mul {
  using body = ops::elementwise_mul;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 20,
                                    .level = 1,
                                    .name = "elementwise_mul",
                                    .category = "elementwise",
                                    .description = "Element-wise multiplication",
                                    .inputs = "a, b",
                                    .torch = "a * b"};
  static constexpr presets dims{.small = {5003}, .seed = {4096}, .large = {67108864}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_ELEMENTWISE_MUL_HPP
