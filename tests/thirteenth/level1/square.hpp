// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// square: y = x x.   x [n] -> y [n]
#ifndef PALLASBENCH_KERNELS_LEVEL1_SQUARE_HPP
#define PALLASBENCH_KERNELS_LEVEL1_SQUARE_HPP
#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::kernels {

struct square_body {
  using signature = map_of<operand::tile>;
  template <class X> PB_FN auto operator()(X const& x) const { return x * x; }
};

struct square {
  using body = square_body;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 46, .level = 1, .name = "square",
                                    .category = "elementwise", .description = "Square",
                                    .inputs = "x", .torch = "torch.square(x)"};
  static constexpr presets dims{.small = {5003}, .seed = {4096}, .large = {67108864}};
};

}  // namespace pb::kernels
#endif
