// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern convolve in f64.
#ifndef PALLASBENCH_REFERENCE_CONVOLVE_HPP
#define PALLASBENCH_REFERENCE_CONVOLVE_HPP

#include <pallasbench/patterns/convolve/convolve.hpp>
#include <pallasbench/reference/for_each_index.hpp>

namespace pb::reference {

namespace detail {

template <class Call>
struct convolved_element {
  Call call;
  double* out;

  PB_FN void operator()(i64 i) const {
    i64 const l = i / call.filters;
    i64 const f = i % call.filters;
    out[i] = call.result(window_sum<double>(call, l, f), l, f);
  }
};

}  // namespace detail

template <class Policy, class Body, class T>
void evaluate(Policy const& policy, convolve_call<Body, T> const& call, double* out) {
  detail::for_each_index(policy, call.length * call.filters,
                         detail::convolved_element<convolve_call<Body, T>>{call, out});
}

}  // namespace pb::reference

#endif  // PALLASBENCH_REFERENCE_CONVOLVE_HPP
