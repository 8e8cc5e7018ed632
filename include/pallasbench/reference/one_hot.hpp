// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// One-hot calls in f64.
#ifndef PALLASBENCH_REFERENCE_ONE_HOT_HPP
#define PALLASBENCH_REFERENCE_ONE_HOT_HPP

#include <pallasbench/patterns/index/one_hot.hpp>
#include <pallasbench/reference/for_each_index.hpp>

namespace pb::reference {

namespace detail {

template <class Call>
struct one_hot_element {
  Call call;
  double* out;

  PB_FN void operator()(i64 i) const {
    out[i] = double(element_of_row(call, i / call.columns, i % call.columns));
  }
};

}  // namespace detail

template <class Policy, class Body, class T, class Index>
void evaluate(Policy const& policy, one_hot_call<Body, T, Index> const& call, double* out) {
  detail::for_each_index(policy, call.rows * call.columns,
                         detail::one_hot_element<one_hot_call<Body, T, Index>>{call, out});
}

}  // namespace pb::reference

#endif  // PALLASBENCH_REFERENCE_ONE_HOT_HPP
