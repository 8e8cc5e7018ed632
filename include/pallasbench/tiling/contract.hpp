// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Tilings of matrix products: the block of the product, the depth of a step along k, and the
// micro-tile of a thread.
#ifndef PALLASBENCH_TILING_CONTRACT_HPP
#define PALLASBENCH_TILING_CONTRACT_HPP

#include <pallasbench/tiling/tiling.hpp>

namespace pb::tiling {

struct contract_tiling {
  int block_m, block_n, block_k;
  int thread_m, thread_n;

  PB_FN constexpr int threads_per_block() const {
    return (block_m / thread_m) * (block_n / thread_n);
  }
  PB_FN friend constexpr bool operator==(contract_tiling const&, contract_tiling const&) = default;
};

/// 128 x 128 blocks, 256 threads of 8 x 8: 64 multiply-adds for 16 shared loads a step of k.
PB_FN constexpr contract_tiling select_contract() {
  return {.block_m = 128, .block_n = 128, .block_k = 8, .thread_m = 8, .thread_n = 8};
}

}  // namespace pb::tiling

#endif  // PALLASBENCH_TILING_CONTRACT_HPP
