// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern contract in f64: element by element; on_host.hpp has the same by panels that stay in the
// cache.
#ifndef PALLASBENCH_REFERENCE_CONTRACT_HPP
#define PALLASBENCH_REFERENCE_CONTRACT_HPP

#include <pallasbench/patterns/contract/contract.hpp>
#include <pallasbench/reference/for_each_index.hpp>

namespace pb::reference {

namespace detail {

/// Elements are numbered down the columns, so that neighbouring threads share b's elements.
template <class Call>
struct product_of_indices {
  Call call;
  double* out;

  PB_FN void operator()(i64 number) const {
    i64 const m = number % call.m;
    i64 const n = number / call.m;
    double sum = 0;
    for (i64 k = 0; k < call.k; ++k)
      sum += left_element<double>(call, m, k) * right_element<double>(call, k, n);
    out[m * call.n + n] = product_element<double>(call, sum, m, n);
  }
};

}  // namespace detail

template <class Policy, class Body, class T>
void evaluate(Policy const& policy, contract_call<Body, T> const& call, double* out) {
  using product = detail::product_of_indices<contract_call<Body, T>>;
  detail::for_each_index(policy, call.m * call.n, product{call, out});
}

}  // namespace pb::reference

#endif  // PALLASBENCH_REFERENCE_CONTRACT_HPP
