// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// conv1d_genomic: filters slid along a sequence of four channels, zero padding, output of its length.
// x [L, 4], w [F, K, 4] -> y [L, F]
#ifndef PALLASBENCH_KERNELS_LEVEL3_CONV1D_GENOMIC_HPP
#define PALLASBENCH_KERNELS_LEVEL3_CONV1D_GENOMIC_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/ops/conv1d.hpp>
#include <pallasbench/patterns/convolve/convolve.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb::kernels {

struct conv1d_genomic {
  using body = ops::conv1d;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 45,
                                    .level = 3,
                                    .name = "conv1d_genomic",
                                    .category = "genomics",
                                    .description = "1D convolution for genomic sequences",
                                    .inputs = "x, w",
                                    .torch = "torch.nn.functional.conv1d(torch.nn.functional.pad(x.T, ((w.shape[1] - 1) // 2, w.shape[1] // 2)), w.transpose(1, 2)).T"};
  static constexpr presets dims{.small = {1003, 6, 3}, .seed = {1024, 5, 1}, .large = {4194304, 5, 1}};
};

}  // namespace pb::kernels

#endif  // PALLASBENCH_KERNELS_LEVEL3_CONV1D_GENOMIC_HPP
