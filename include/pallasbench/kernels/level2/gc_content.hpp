// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// gc_content: (number of G or C) / C of each row; ambiguous bases count as neither.
// s u8 [R, C] -> f32 [R]
#ifndef PALLASBENCH_KERNELS_LEVEL2_GC_CONTENT_HPP
#define PALLASBENCH_KERNELS_LEVEL2_GC_CONTENT_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/gc_content.hpp>
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct gc_content {
  using body = ops::gc_content;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 40,
                                    .level = 2,
                                    .name = "gc_content",
                                    .category = "genomics",
                                    .description = "GC nucleotide content ratio",
                                    .inputs = "s",
                                    .torch = "((s == 1) | (s == 2)).sum(dim=1) / s.shape[1]"};
  static constexpr presets dims{.small = {37, 1003}, .seed = {1024, 1024}, .large = {65536, 4096}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL2_GC_CONTENT_HPP
