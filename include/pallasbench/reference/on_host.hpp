// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The f64 reference on the host under any of Thrust's host policies. reference_host.hpp is this
// under OpenMP.
#ifndef PALLASBENCH_REFERENCE_ON_HOST_HPP
#define PALLASBENCH_REFERENCE_ON_HOST_HPP

#include <pallasbench/reference/reference.hpp>

#include <cstddef>
#include <vector>

namespace pb::reference {

/// out[i] = the call's result at flat index i, in f64. Panels of a product stay in the cache.
template <class Policy, class Call>
void evaluate_on_host(Policy const& policy, Call const& call, double* out) {
  if constexpr (pattern_of<decltype(call.body)> == pattern_kind::contract)
    evaluate<8, 64>(policy, call, out);
  else
    evaluate(policy, call, out);
}

/// The same for a sequence, in memory of its own for what lies between the steps.
template <class Policy, class Body, class T>
void evaluate_on_host(Policy const& policy, steps_call<Body, T> const& call, double* out) {
  widened_steps steps(call);
  std::vector<double> memory(static_cast<std::size_t>(steps.bytes()) / sizeof(double));
  steps.bind(policy, memory.data(), out).for_each_step([&](auto const& step, auto) {
    evaluate_on_host(policy, step, step.out);
  });
}

}  // namespace pb::reference

#endif  // PALLASBENCH_REFERENCE_ON_HOST_HPP
