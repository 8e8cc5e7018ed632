// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// rms_norm: y = x / sqrt(mean(x^2) + 1e-5) gamma, over the last axis.
// x [R, C], gamma [C] -> y [R, C]
#ifndef PALLASBENCH_KERNELS_LEVEL1_RMS_NORM_HPP
#define PALLASBENCH_KERNELS_LEVEL1_RMS_NORM_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/rms_norm.hpp>
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct rms_norm {
  using body = ops::rms_norm;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 12,
                                    .level = 1,
                                    .name = "rms_norm",
                                    .category = "normalization",
                                    .description = "Root mean square normalization",
                                    .inputs = "x, gamma",
                                    .torch = "torch.nn.functional.rms_norm(x, x.shape[-1:], gamma, 1e-5)"};
  static constexpr presets dims{.small = {37, 1003}, .seed = {2048, 1024}, .large = {8192, 8192}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_RMS_NORM_HPP
