// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// fused_softmax_cross_entropy: loss = -log_softmax(logits)[label].   logits [N, C], labels i32 [N]
// -> loss [N]
#ifndef PALLASBENCH_KERNELS_LEVEL2_FUSED_SOFTMAX_CROSS_ENTROPY_HPP
#define PALLASBENCH_KERNELS_LEVEL2_FUSED_SOFTMAX_CROSS_ENTROPY_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/softmax_cross_entropy.hpp>
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct fused_softmax_cross_entropy {
  using body = ops::softmax_cross_entropy;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{
      .number = 33,
      .level = 2,
      .name = "fused_softmax_cross_entropy",
      .category = "softmax",
      .description = "Softmax fused with cross-entropy",
      .inputs = "logits, labels",
      .torch = "torch.nn.functional.cross_entropy(logits, labels.long(), reduction='none')"};
  static constexpr presets dims{.small = {37, 1003}, .seed = {2048, 2048}, .large = {8192, 32768}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL2_FUSED_SOFTMAX_CROSS_ENTROPY_HPP
