// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The tilings a kernel names. They bound a block; how threads share it is tuned per pattern in
// the other files of this folder.
#ifndef PALLASBENCH_TILING_TILING_HPP
#define PALLASBENCH_TILING_TILING_HPP

#include <pallasbench/core/element.hpp>

namespace pb::tiling {

/// The whole array in one block, as a Pallas kernel without a grid has it: one thread block walks it.
struct whole_array {
  static constexpr bool one_block = true;
};

/// Blocks of at most MaxElements elements, as many as the array needs.
template <i64 MaxElements>
struct clamped {
  static constexpr bool one_block = false;
  static constexpr i64 max_block_elements = MaxElements;
};

/// A type that bounds blocks.
template <class T>
concept tiling = requires {
  { T::one_block };
};

/// The largest block a tiling allows; without a bound, any.
template <tiling T> inline constexpr i64 max_block_elements = i64(1) << 62;
template <i64 N> inline constexpr i64 max_block_elements<clamped<N>> = N;

}  // namespace pb::tiling

#endif  // PALLASBENCH_TILING_TILING_HPP
