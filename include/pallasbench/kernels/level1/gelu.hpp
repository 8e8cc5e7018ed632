// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// gelu, tanh form: y = 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))).   x [n] -> y [n]
#ifndef PALLASBENCH_KERNELS_LEVEL1_GELU_HPP
#define PALLASBENCH_KERNELS_LEVEL1_GELU_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/gelu.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct gelu {
  using body = ops::gelu;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 3,
                                    .level = 1,
                                    .name = "gelu",
                                    .category = "activation",
                                    .description = "Gaussian error linear unit",
                                    .inputs = "x",
                                    .torch = "torch.nn.functional.gelu(x, approximate='tanh')"};
  static constexpr presets dims{.small = {5003}, .seed = {4096}, .large = {67108864}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL1_GELU_HPP
