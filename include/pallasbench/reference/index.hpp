// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern index in f64.
#ifndef PALLASBENCH_REFERENCE_INDEX_HPP
#define PALLASBENCH_REFERENCE_INDEX_HPP

#include <pallasbench/patterns/index/index.hpp>
#include <pallasbench/reference/for_each_index.hpp>

namespace pb::reference {

namespace detail {

template <class Call>
struct looked_up_element {
  Call call;
  double* out;

  PB_FN void operator()(i64 i) const {
    out[i] = call.template result<double>(i / call.columns, i % call.columns);
  }
};

}  // namespace detail

template <class Policy, class Body, class T, class Index>
void evaluate(Policy const& policy, index_call<Body, T, Index> const& call, double* out) {
  detail::for_each_index(policy, call.rows * call.columns,
                         detail::looked_up_element<index_call<Body, T, Index>>{call, out});
}

}  // namespace pb::reference

#endif  // PALLASBENCH_REFERENCE_INDEX_HPP
