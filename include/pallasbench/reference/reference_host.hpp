// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The f64 reference on the host: Thrust's OpenMP system.
#ifndef PALLASBENCH_REFERENCE_REFERENCE_HOST_HPP
#define PALLASBENCH_REFERENCE_REFERENCE_HOST_HPP

#include <pallasbench/reference/reference.hpp>

#include <thrust/system/omp/execution_policy.h>

namespace pb::host {

/// out[i] = the call's result at flat index i, in f64.
template <class Call>
void evaluate_reference(Call const& call, double* out) {
  if constexpr (pattern_of<decltype(call.body)> == pattern_kind::contract)
    reference::evaluate<8, 64>(thrust::omp::par, call, out);
  else
    reference::evaluate(thrust::omp::par, call, out);
}

}  // namespace pb::host

#endif  // PALLASBENCH_REFERENCE_REFERENCE_HOST_HPP
