// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// mlp_block: y = relu(x w1 + b1) w2 + b2.
// x [S, E], w1 [E, F], b1 [F], w2 [F, E], b2 [E] -> y [S, E]
#ifndef PALLASBENCH_KERNELS_LEVEL3_MLP_BLOCK_HPP
#define PALLASBENCH_KERNELS_LEVEL3_MLP_BLOCK_HPP

#include <pallasbench/compose/compose.hpp>
#include <pallasbench/compose/sequence.hpp>
#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/patterns/contract/contract.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct mlp_block {
  using hidden = decltype(ops::matmul{} | ops::bias{} | ops::relu{});
  using projection = decltype(ops::matmul{} | ops::bias{});
  using body = sequence<
      step<hidden, sizes<0, 1, 2>, argument<0>, argument<1>, argument<2>>,
      step<projection, sizes<0, 2, 1>, step_result<0>, argument<3>, argument<4>>>;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 43,
                                    .level = 3,
                                    .name = "mlp_block",
                                    .category = "mlp",
                                    .description = "Feed-forward MLP block",
                                    .inputs = "x, w1, b1, w2, b2",
                                    .torch = "torch.relu(x @ w1 + b1) @ w2 + b2"};
  static constexpr presets dims{.small = {67, 48, 96},
                                .seed = {1024, 1024, 4096},
                                .large = {8192, 2048, 8192}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL3_MLP_BLOCK_HPP
