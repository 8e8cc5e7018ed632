// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// vector_add: y = a + b.   a [n], b [n] -> y [n]
#ifndef PALLASBENCH_KERNELS_LEVEL1_VECTOR_ADD_HPP
#define PALLASBENCH_KERNELS_LEVEL1_VECTOR_ADD_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/vector_add.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct vector_add {
  using body = ops::vector_add;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 19,
                                    .level = 1,
                                    .name = "vector_add",
                                    .category = "elementwise",
                                    .description = "Element-wise vector addition",
                                    .inputs = "a, b",
                                    .torch = "a + b"};
  static constexpr presets dims{.small = {5003}, .seed = {4096}, .large = {67108864}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_VECTOR_ADD_HPP
