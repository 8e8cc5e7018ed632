// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// multi_head_attention: 16 heads of x, then the output projection.
// y = attention(x wq, x wk, x wv) wo.   x [S, E], wq, wk, wv, wo [E, E] -> y [S, E]
#ifndef PALLASBENCH_KERNELS_LEVEL3_MULTI_HEAD_ATTENTION_HPP
#define PALLASBENCH_KERNELS_LEVEL3_MULTI_HEAD_ATTENTION_HPP

#include <pallasbench/compose/compose.hpp>
#include <pallasbench/compose/sequence.hpp>
#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/attention_forward.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/patterns/attend/attend.hpp>
#include <pallasbench/patterns/contract/contract.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct multi_head_attention {
  using rows = sizes<0, 1>;
  using square = sizes<0, 1, 1>;
  using body = sequence<
      step<ops::matmul, square, argument<0>, argument<1>>,                                  // q
      step<ops::matmul, square, argument<0>, argument<2>>,                                  // k
      step<ops::matmul, square, argument<0>, argument<3>>,                                  // v
      step<ops::attention_by_columns, rows, step_result<0>, step_result<1>, step_result<2>>,
      step<ops::matmul, square, step_result<3>, argument<4>>>;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 42,
                                    .level = 3,
                                    .name = "multi_head_attention",
                                    .category = "attention",
                                    .description = "Multi-head attention mechanism",
                                    .inputs = "x, wq, wk, wv, wo",
                                    .torch = "def heads(t):\n"
                                             "    return t.view(len(t), 16, -1).transpose(0, 1)\n"
                                             "q, k, v = (heads(x @ w) for w in (wq, wk, wv))\n"
                                             "o = F.scaled_dot_product_attention(q, k, v)\n"
                                             "o.transpose(0, 1).reshape(x.shape) @ wo"};
  static constexpr presets dims{.small = {67, 64},
                                .seed = {1024, 1024},
                                .large = {4096, 2048}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL3_MULTI_HEAD_ATTENTION_HPP
