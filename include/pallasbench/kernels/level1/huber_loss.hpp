// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// huber_loss: loss = mean(0.5 d^2 if abs(d) <= 1 else abs(d) - 0.5), with d = p - t.
// p [N], t [N] -> loss []
#ifndef PALLASBENCH_KERNELS_LEVEL1_HUBER_LOSS_HPP
#define PALLASBENCH_KERNELS_LEVEL1_HUBER_LOSS_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/huber.hpp>
#include <pallasbench/ops/mean.hpp>
#include <pallasbench/patterns/reduce/reduce.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct huber_loss {
  using body = decltype(ops::huber{} | ops::mean{});
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 24,
                                    .level = 1,
                                    .name = "huber_loss",
                                    .category = "loss",
                                    .description = "Huber (smooth L1) loss",
                                    .inputs = "p, t",
                                    .torch = "torch.nn.functional.huber_loss(p, t, delta=1.0)"};
  static constexpr presets dims{.small = {10007}, .seed = {4096}, .large = {67108864}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_HUBER_LOSS_HPP
