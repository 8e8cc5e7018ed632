// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// log_softmax: y = log(softmax(x)), over the last axis.   x [R, C] -> y [R, C]
#ifndef PALLASBENCH_KERNELS_LEVEL1_LOG_SOFTMAX_HPP
#define PALLASBENCH_KERNELS_LEVEL1_LOG_SOFTMAX_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/log_softmax.hpp>
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct log_softmax {
  using body = ops::log_softmax;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 18,
                                    .level = 1,
                                    .name = "log_softmax",
                                    .category = "softmax",
                                    .description = "Log-softmax normalization",
                                    .inputs = "x",
                                    .torch = "torch.log_softmax(x, dim=1)"};
  static constexpr presets dims{.small = {37, 1003}, .seed = {2048, 2048}, .large = {8192, 8192}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_LOG_SOFTMAX_HPP
