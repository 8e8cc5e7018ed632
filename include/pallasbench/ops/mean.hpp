// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The mean of everything in front of it: squared_difference{} | mean{}. Alone, the mean of an array.
#ifndef PALLASBENCH_OPS_MEAN_HPP
#define PALLASBENCH_OPS_MEAN_HPP

#include <pallasbench/compose/compose.hpp>

namespace pb::ops {

/// sum(x) / count(x), one number; NaN of nothing
using mean = mean_over<>;

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_MEAN_HPP
