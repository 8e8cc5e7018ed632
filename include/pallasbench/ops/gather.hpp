// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Rows of a table, by number. A negative index counts from the end; one out of range gives a row of
// NaN.
#ifndef PALLASBENCH_OPS_GATHER_HPP
#define PALLASBENCH_OPS_GATHER_HPP

#include <pallasbench/compose/compose.hpp>

namespace pb::ops {

/// table[V, D], index[N] -> table[index] of [N, D]
using gather = lookup<>;

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_GATHER_HPP
