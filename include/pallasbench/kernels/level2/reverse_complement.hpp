// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// reverse_complement: the opposite strand, 3 - s in reverse order; ambiguous bases stay as they
// are.   s u8 [L] -> u8 [L]
#ifndef PALLASBENCH_KERNELS_LEVEL2_REVERSE_COMPLEMENT_HPP
#define PALLASBENCH_KERNELS_LEVEL2_REVERSE_COMPLEMENT_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/reverse_complement.hpp>
#include <pallasbench/patterns/sequence/reversed.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct reverse_complement {
  using body = ops::reverse_complement;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 37,
                                    .level = 2,
                                    .name = "reverse_complement",
                                    .category = "genomics",
                                    .description = "DNA reverse complement",
                                    .inputs = "s",
                                    .torch = "torch.where(s < 4, 3 - s, s).flip(0)"};
  static constexpr presets dims{.small = {20011}, .seed = {1024}, .large = {268435456}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL2_REVERSE_COMPLEMENT_HPP
