// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern columns in f64.
#ifndef PALLASBENCH_REFERENCE_COLUMNS_HPP
#define PALLASBENCH_REFERENCE_COLUMNS_HPP

#include <pallasbench/patterns/columns/columns.hpp>
#include <pallasbench/reference/for_each_index.hpp>

namespace pb::reference {

namespace detail {

template <class Call>
struct one_column {
  Call call;
  double* out;

  PB_FN void operator()(i64 c) const {
    auto const y = pb::detail::column_result<double>(call, c, serial_row{call.rows},
                                                     pb::detail::make_indices<Call::inputs>{});
    i64 const results = call.output_shape()[0];
    for (i64 r = 0; r < results; ++r) out[r * call.columns + c] = y.at(r);
  }
};

}  // namespace detail

template <class Policy, class Body, class T>
void evaluate(Policy const& policy, columns_call<Body, T> const& call, double* out) {
  detail::for_each_index(policy, call.columns,
                         detail::one_column<columns_call<Body, T>>{call, out});
}

}  // namespace pb::reference

#endif  // PALLASBENCH_REFERENCE_COLUMNS_HPP
