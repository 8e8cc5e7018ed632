// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// one_hot: y[n, c] = 1 where c = index[n], else 0; an index outside [0, C) gives a row of zeros.
// index i32 [N] -> y [N, C]
#ifndef PALLASBENCH_KERNELS_LEVEL1_ONE_HOT_HPP
#define PALLASBENCH_KERNELS_LEVEL1_ONE_HOT_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/one_hot.hpp>
#include <pallasbench/patterns/index/one_hot.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct one_hot {
  using body = ops::one_hot;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 27,
                                    .level = 1,
                                    .name = "one_hot",
                                    .category = "index",
                                    .description = "One-hot encoding",
                                    .inputs = "index",
                                    .torch = "(index[:, None] == torch.arange({columns}, device=index.device)).float()"};
  static constexpr presets dims{.small = {53, 131}, .seed = {1024, 1024}, .large = {65536, 1024}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_ONE_HOT_HPP
