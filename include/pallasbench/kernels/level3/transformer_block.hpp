// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// transformer_block: h = x + mha(layer_norm(x)); y = h + mlp(layer_norm(h)); 16 heads, relu.
// x [S, E], gamma1, beta1 [E], wq, wk, wv, wo [E, E], gamma2, beta2 [E], w1 [E, F], b1 [F],
// w2 [F, E], b2 [E] -> y [S, E]
#ifndef PALLASBENCH_KERNELS_LEVEL3_TRANSFORMER_BLOCK_HPP
#define PALLASBENCH_KERNELS_LEVEL3_TRANSFORMER_BLOCK_HPP

#include <pallasbench/compose/compose.hpp>
#include <pallasbench/compose/sequence.hpp>
#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/attention_forward.hpp>
#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/layer_norm.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/ops/vector_add.hpp>
#include <pallasbench/patterns/attend/attend.hpp>
#include <pallasbench/patterns/contract/contract.hpp>
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct transformer_block {
  using rows = sizes<0, 1>;
  using square = sizes<0, 1, 1>;
  using projection_and_x = decltype(ops::matmul{} | ops::vector_add{});
  using hidden = decltype(ops::matmul{} | ops::bias{} | ops::relu{});
  using projection_and_h = decltype(ops::matmul{} | ops::bias{} | ops::vector_add{});
  using body = sequence<
      step<ops::layer_norm, rows, argument<0>, argument<1>, argument<2>>,
      step<ops::matmul, square, step_result<0>, argument<3>>,                               // q
      step<ops::matmul, square, step_result<0>, argument<4>>,                               // k
      step<ops::matmul, square, step_result<0>, argument<5>>,                               // v
      step<ops::attention_by_columns, rows, step_result<1>, step_result<2>, step_result<3>>,
      step<projection_and_x, square, step_result<4>, argument<6>, argument<0>>,             // h
      step<ops::layer_norm, rows, step_result<5>, argument<7>, argument<8>>,
      step<hidden, sizes<0, 1, 2>, step_result<6>, argument<9>, argument<10>>,
      step<projection_and_h, sizes<0, 2, 1>, step_result<7>, argument<11>, argument<12>,
           step_result<5>>>;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 44,
                                    .level = 3,
                                    .name = "transformer_block",
                                    .category = "full_model",
                                    .description = "Full transformer encoder block",
                                    .inputs = "x, gamma1, beta1, wq, wk, wv, wo, "
                                              "gamma2, beta2, w1, b1, w2, b2",
                                    .torch = "def heads(t):\n"
                                             "    return t.view(len(t), 16, -1).transpose(0, 1)\n"
                                             "n = F.layer_norm(x, x.shape[-1:], gamma1, beta1)\n"
                                             "q, k, v = (heads(n @ w) for w in (wq, wk, wv))\n"
                                             "o = F.scaled_dot_product_attention(q, k, v)\n"
                                             "h = x + o.transpose(0, 1).reshape(x.shape) @ wo\n"
                                             "n = F.layer_norm(h, h.shape[-1:], gamma2, beta2)\n"
                                             "h + torch.relu(n @ w1 + b1) @ w2 + b2"};
  static constexpr presets dims{.small = {67, 64, 96},
                                .seed = {1024, 1024, 4096},
                                .large = {4096, 2048, 8192}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL3_TRANSFORMER_BLOCK_HPP
