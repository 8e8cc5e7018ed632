// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// sequence_match: number of equal positions of each row.   a u8 [R, C], b u8 [R, C] -> i32 [R]
#ifndef PALLASBENCH_KERNELS_LEVEL2_SEQUENCE_MATCH_HPP
#define PALLASBENCH_KERNELS_LEVEL2_SEQUENCE_MATCH_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/sequence_match.hpp>
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct sequence_match {
  using body = ops::sequence_match;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 39,
                                    .level = 2,
                                    .name = "sequence_match",
                                    .category = "genomics",
                                    .description = "Sequence alignment matching",
                                    .inputs = "a, b",
                                    .torch = "(a == b).sum(dim=1).int()"};
  static constexpr presets dims{.small = {37, 1003}, .seed = {1024, 1024}, .large = {65536, 4096}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL2_SEQUENCE_MATCH_HPP
