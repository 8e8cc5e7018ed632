// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Convolution along a sequence: cross-correlation with zero padding.
#ifndef PALLASBENCH_OPS_CONV1D_HPP
#define PALLASBENCH_OPS_CONV1D_HPP

#include <pallasbench/compose/compose.hpp>

namespace pb::ops {

/// x[L, channels], w[F, K, channels] -> y[L, F]
/// y[l, f] = sum over k, c of x[l + k - (K - 1) / 2, c] w[f, k, c], rows outside x being zero
using conv1d = convolution<>;

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_CONV1D_HPP
