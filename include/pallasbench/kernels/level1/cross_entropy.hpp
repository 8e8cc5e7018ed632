// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// cross_entropy: loss = mean(-log_softmax(logits)[label]).   logits [N, C], labels i32 [N] -> loss []
#ifndef PALLASBENCH_KERNELS_LEVEL1_CROSS_ENTROPY_HPP
#define PALLASBENCH_KERNELS_LEVEL1_CROSS_ENTROPY_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/mean.hpp>
#include <pallasbench/ops/softmax_cross_entropy.hpp>
#include <pallasbench/patterns/reduce/reduce.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct cross_entropy {
  using body = decltype(ops::softmax_cross_entropy{} | ops::mean{});
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{
      .number = 22,
      .level = 1,
      .name = "cross_entropy",
      .category = "loss",
      .description = "Cross-entropy loss",
      .inputs = "logits, labels",
      .torch = "torch.nn.functional.cross_entropy(logits, labels.long())"};
  static constexpr presets dims{.small = {53, 1003}, .seed = {4096, 10}, .large = {8192, 32768}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_CROSS_ENTROPY_HPP
