// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Updates added to the elements of an array, by number. A negative index counts from the end; an
// update whose index is out of range is dropped.
#ifndef PALLASBENCH_OPS_SCATTER_ADD_HPP
#define PALLASBENCH_OPS_SCATTER_ADD_HPP

#include <pallasbench/compose/compose.hpp>

namespace pb::ops {

/// x[V], index[N], u[N] -> x with u added at index; duplicates accumulate
using scatter_add = scattering<>;

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_SCATTER_ADD_HPP
