// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// softmax: y = exp(x - max) / sum(exp(x - max)), over the last axis.   x [R, C] -> y [R, C]
#ifndef PALLASBENCH_KERNELS_LEVEL1_SOFTMAX_HPP
#define PALLASBENCH_KERNELS_LEVEL1_SOFTMAX_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/softmax.hpp>
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct softmax {
  using body = ops::softmax;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 17,
                                    .level = 1,
                                    .name = "softmax",
                                    .category = "softmax",
                                    .description = "Softmax normalization",
                                    .inputs = "x",
                                    .torch = "torch.softmax(x, dim=1)"};
  static constexpr presets dims{.small = {37, 1003}, .seed = {2048, 2048}, .large = {8192, 8192}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_SOFTMAX_HPP
