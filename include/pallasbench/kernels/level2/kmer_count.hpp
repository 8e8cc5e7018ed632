// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// kmer_count: counts of all 4-mers, first base most significant; a window holding an ambiguous base
// counts nowhere.   s u8 [L] -> i32 [256]
#ifndef PALLASBENCH_KERNELS_LEVEL2_KMER_COUNT_HPP
#define PALLASBENCH_KERNELS_LEVEL2_KMER_COUNT_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/kmer_count.hpp>
#include <pallasbench/patterns/sequence/sequence.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct kmer_count {
  using body = ops::kmer_count;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 36,
                                    .level = 2,
                                    .name = "kmer_count",
                                    .category = "genomics",
                                    .description = "K-mer frequency counting",
                                    .inputs = "s",
                                    .torch = "torch.bincount(sum(4 ** (3 - j) * s[j:s.numel() - 3 + j].long() for j in range(4))[torch.stack([s[j:s.numel() - 3 + j] < 4 for j in range(4)]).all(0)], minlength=256).int()"};
  static constexpr presets dims{.small = {20011}, .seed = {1024}, .large = {268435456}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL2_KMER_COUNT_HPP
