// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Matrix product. Maps in front of it become its prologue on a, maps behind it its epilogue.
#ifndef PALLASBENCH_OPS_MATMUL_HPP
#define PALLASBENCH_OPS_MATMUL_HPP

#include <pallasbench/compose/compose.hpp>

namespace pb::ops {

/// a[M, K] b[K, N] -> c[M, N]; zeros where K is 0
using matmul = contraction<>;

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_MATMUL_HPP
