// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern reduce in f64.
#ifndef PALLASBENCH_REFERENCE_REDUCE_HPP
#define PALLASBENCH_REFERENCE_REDUCE_HPP

#include <pallasbench/patterns/reduce/reduce.hpp>
#include <pallasbench/reference/map.hpp>

#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/transform_reduce.h>

namespace pb::reference {

namespace detail {

template <class Body, class T>
struct element_part {
  map_element<map_call<Body, T>> element;

  PB_FN mean_part operator()(i64 i) const { return {element.value(i), 1}; }
};

template <class Body, class T>
struct row_part {
  rows_call<Body, T> call;

  PB_FN mean_part operator()(i64 r) const {
    pb::detail::with_count<Body> const f{call.body};
    return pb::detail::on_lazy_row<double>(f, call, r, serial_row{call.columns},
                                           pb::detail::make_indices<num_inputs<Body>>{})
        .part();
  }
};

template <class Policy, class F>
void evaluate_mean(Policy const& policy, i64 count, F f, double* out) {
  thrust::counting_iterator<i64> const first(0);
  mean_part const all = thrust::transform_reduce(policy, first, first + count, f, mean_part{0, 0},
                                                 thrust::plus<mean_part>{});
  thrust::fill_n(policy, out, 1, all.mean());
}

template <class Policy, class Body, class T>
void evaluate_mean(Policy const& policy, map_call<Body, T> const& call, double* out) {
  evaluate_mean(policy, call.size, element_part<Body, T>{{call, nullptr}}, out);
}

template <class Policy, class Body, class T>
void evaluate_mean(Policy const& policy, rows_call<Body, T> const& call, double* out) {
  evaluate_mean(policy, call.rows, row_part<Body, T>{call}, out);
}

}  // namespace detail

/// Waits for the sum, which Thrust returns to the host.
template <class Policy, class Body, class T>
void evaluate(Policy const& policy, reduce_call<Body, T> const& call, double* out) {
  detail::evaluate_mean(policy, call.inner(), out);
}

}  // namespace pb::reference

#endif  // PALLASBENCH_REFERENCE_REDUCE_HPP
