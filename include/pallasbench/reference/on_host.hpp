// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The f64 reference on the host under any of Thrust's host policies. reference_host.hpp is this
// under OpenMP.
#ifndef PALLASBENCH_REFERENCE_ON_HOST_HPP
#define PALLASBENCH_REFERENCE_ON_HOST_HPP

#include <pallasbench/patterns/attend/attend_panels_host.hpp>
#include <pallasbench/patterns/contract/contract_panels_host.hpp>
#include <pallasbench/reference/reference.hpp>

#include <cstddef>
#include <vector>

namespace pb::reference {

namespace detail {

/// Block number b of a product, 128 x 128 elements.
template <class Call>
struct product_on_host {
  static constexpr i64 size = 128;

  Call call;
  double* out;

  i64 blocks() const { return ceil_div(call.m, size) * ceil_div(call.n, size); }

  void operator()(i64 b) const {
    i64 const m = b % ceil_div(call.m, size) * size;
    i64 const n = b / ceil_div(call.m, size) * size;
    host::product_block<double>(call, m, min_of(m + size, call.m), n, min_of(n + size, call.n), out);
  }
};

/// Block number b of queries.
template <class Call>
struct attended_on_host {
  Call call;
  double* out;

  void operator()(i64 b) const { host::attend_block<double>(call, b, out); }
};

}  // namespace detail

/// out[i] = the call's result at flat index i, in f64.
template <class Policy, class Call>
void evaluate_on_host(Policy const& policy, Call const& call, double* out) {
  evaluate(policy, call, out);
}

/// The same for a product, by panels that stay in the cache.
template <class Policy, class Body, class T>
void evaluate_on_host(Policy const& policy, contract_call<Body, T> const& call, double* out) {
  detail::product_on_host<contract_call<Body, T>> const product{call, out};
  detail::for_each_index(policy, product.blocks(), product);
}

/// The same for attention.
template <class Policy, class Body, class T>
void evaluate_on_host(Policy const& policy, attend_call<Body, T> const& call, double* out) {
  detail::for_each_index(policy, host::attended_blocks(call),
                         detail::attended_on_host<attend_call<Body, T>>{call, out});
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
