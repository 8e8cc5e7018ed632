// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// attention_forward: o = softmax(q k^T / sqrt(D)) v.   q, k, v [B, H, S, D] -> o [B, H, S, D]
#ifndef PALLASBENCH_KERNELS_LEVEL3_ATTENTION_FORWARD_HPP
#define PALLASBENCH_KERNELS_LEVEL3_ATTENTION_FORWARD_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/attention_forward.hpp>
#include <pallasbench/patterns/attend/attend.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct attention_forward {
  using body = ops::attention_forward;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 41,
                                    .level = 3,
                                    .name = "attention_forward",
                                    .category = "attention",
                                    .description = "Scaled dot-product attention",
                                    .inputs = "q, k, v",
                                    .torch = "F.scaled_dot_product_attention(q, k, v)"};
  static constexpr presets dims{.small = {1, 3, 67, 20},
                                .seed = {1, 12, 1024, 128},
                                .large = {4, 16, 4096, 128}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL3_ATTENTION_FORWARD_HPP
