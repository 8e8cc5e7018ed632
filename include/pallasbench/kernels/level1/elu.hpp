// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// elu: y = x if x > 0 else expm1(x).   x [n] -> y [n]
#ifndef PALLASBENCH_KERNELS_LEVEL1_ELU_HPP
#define PALLASBENCH_KERNELS_LEVEL1_ELU_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/elu.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct elu {
  using body = ops::elu;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 8,
                                    .level = 1,
                                    .name = "elu",
                                    .category = "activation",
                                    .description = "Exponential linear unit",
                                    .inputs = "x",
                                    .torch = "torch.nn.functional.elu(x)"};
  static constexpr presets dims{.small = {5003}, .seed = {4096}, .large = {67108864}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_ELU_HPP
