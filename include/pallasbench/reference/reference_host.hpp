// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The f64 reference on the host: Thrust's OpenMP system, or its serial one where OpenMP is off.
#ifndef PALLASBENCH_REFERENCE_REFERENCE_HOST_HPP
#define PALLASBENCH_REFERENCE_REFERENCE_HOST_HPP

#include <pallasbench/reference/on_host.hpp>

#if defined(_OPENMP)
#include <thrust/system/omp/execution_policy.h>
#else
#include <thrust/system/cpp/execution_policy.h>
#endif

namespace pb::host {

/// out[i] = the call's result at flat index i, in f64.
template <class Call>
void evaluate_reference(Call const& call, double* out) {
#if defined(_OPENMP)
  reference::evaluate_on_host(thrust::omp::par, call, out);
#else
  reference::evaluate_on_host(thrust::cpp::par, call, out);
#endif
}

}  // namespace pb::host

#endif  // PALLASBENCH_REFERENCE_REFERENCE_HOST_HPP
