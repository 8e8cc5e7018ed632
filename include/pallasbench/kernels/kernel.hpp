// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What a kernel of the dataset says of itself, beside its body and its tiling.
#ifndef PALLASBENCH_KERNELS_KERNEL_HPP
#define PALLASBENCH_KERNELS_KERNEL_HPP

#include <pallasbench/core/extents.hpp>

namespace pb::kernels {

/// The specification's words, letter for letter; number is the place in the specification's order.
struct kernel_info {
  int number;
  int level;  // 1: one operation, 2: fused pattern, 3: architecture component
  char const* name;
  char const* category;
  char const* description;
  char const* inputs;  // names, separated by ", ", in call order
  char const* torch;   // the same computation as a PyTorch expression of those names; {columns} in it
                       // stands for the output's last extent
};

/// The problem's dimensions for each preset, in the order the pattern documents. small is a few tiles
/// and a ragged edge; seed and large are the specification's.
struct presets {
  extents small, seed, large;
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_KERNEL_HPP
