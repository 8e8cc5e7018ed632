// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Tilings of convolutions: positions a block, and filters a thread.
#ifndef PALLASBENCH_TILING_CONVOLVE_HPP
#define PALLASBENCH_TILING_CONVOLVE_HPP

#include <pallasbench/tiling/tiling.hpp>

namespace pb::tiling {

struct convolve_tiling {
  int threads_per_block;   // one position each
  int filters_per_thread;  // that share what a thread reads of the sequence

  PB_FN constexpr i64 block_elements() const { return i64(threads_per_block) * filters_per_thread; }
  PB_FN friend constexpr bool operator==(convolve_tiling const&, convolve_tiling const&) = default;
};

/// One filter alone is bound by memory; of many, eight a thread read the sequence an eighth as
/// often.
PB_FN constexpr convolve_tiling select_convolve(i64 filters) {
  return {.threads_per_block = 256, .filters_per_thread = filters == 1 ? 1 : 8};
}

}  // namespace pb::tiling

#endif  // PALLASBENCH_TILING_CONVOLVE_HPP
