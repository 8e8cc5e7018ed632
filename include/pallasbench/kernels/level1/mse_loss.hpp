// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// mse_loss: loss = mean((p - t)^2).   p [N], t [N] -> loss []
#ifndef PALLASBENCH_KERNELS_LEVEL1_MSE_LOSS_HPP
#define PALLASBENCH_KERNELS_LEVEL1_MSE_LOSS_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/mean.hpp>
#include <pallasbench/ops/squared_difference.hpp>
#include <pallasbench/patterns/reduce/reduce.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct mse_loss {
  using body = decltype(ops::squared_difference{} | ops::mean{});
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 23,
                                    .level = 1,
                                    .name = "mse_loss",
                                    .category = "loss",
                                    .description = "Mean squared error loss",
                                    .inputs = "p, t",
                                    .torch = "torch.nn.functional.mse_loss(p, t)"};
  static constexpr presets dims{.small = {10007}, .seed = {4096}, .large = {67108864}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_MSE_LOSS_HPP
