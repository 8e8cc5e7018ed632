// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// hamming_distance: number of unequal positions of each row.   a u8 [R, C], b u8 [R, C] -> i32 [R]
#ifndef PALLASBENCH_KERNELS_LEVEL2_HAMMING_DISTANCE_HPP
#define PALLASBENCH_KERNELS_LEVEL2_HAMMING_DISTANCE_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/hamming_distance.hpp>
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct hamming_distance {
  using body = ops::hamming_distance;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 38,
                                    .level = 2,
                                    .name = "hamming_distance",
                                    .category = "genomics",
                                    .description = "Hamming distance between sequences",
                                    .inputs = "a, b",
                                    .torch = "(a != b).sum(dim=1).int()"};
  static constexpr presets dims{.small = {37, 1003}, .seed = {1024, 1024}, .large = {65536, 4096}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL2_HAMMING_DISTANCE_HPP
