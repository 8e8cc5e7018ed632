// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern reversed in f64.
#ifndef PALLASBENCH_REFERENCE_REVERSED_HPP
#define PALLASBENCH_REFERENCE_REVERSED_HPP

#include <pallasbench/patterns/sequence/reversed.hpp>
#include <pallasbench/reference/for_each_index.hpp>

namespace pb::reference {

namespace detail {

template <class Call>
struct reversed_element {
  Call call;
  double* out;

  PB_FN void operator()(i64 i) const {
    double const base = input<u8>(call, 0)[call.length - 1 - i];
    out[i] = call.body(tile<double, 1, no_rows>{{base}, {}}).at(0);
  }
};

}  // namespace detail

template <class Policy, class Body, class T>
void evaluate(Policy const& policy, reversed_call<Body, T> const& call, double* out) {
  detail::for_each_index(policy, call.length,
                         detail::reversed_element<reversed_call<Body, T>>{call, out});
}

}  // namespace pb::reference

#endif  // PALLASBENCH_REFERENCE_REVERSED_HPP
