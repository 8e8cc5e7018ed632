// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern rows in f64.
#ifndef PALLASBENCH_REFERENCE_ROWS_HPP
#define PALLASBENCH_REFERENCE_ROWS_HPP

#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/reference/for_each_index.hpp>

namespace pb::reference {

namespace detail {

template <class Call>
struct one_row {
  Call call;
  double* out;

  PB_FN void operator()(i64 r) const {
    auto const y = pb::detail::lazy_result<double>(call, r, serial_row{call.columns},
                                                   pb::detail::make_indices<Call::inputs>{});
    if constexpr (Call::reduces) {
      out[r] = y.at(0);
    } else {
      for (i64 c = 0; c < call.columns; ++c) out[r * call.columns + c] = y.at(c);
    }
  }
};

}  // namespace detail

template <class Policy, class Body, class T>
void evaluate(Policy const& policy, rows_call<Body, T> const& call, double* out) {
  detail::for_each_index(policy, call.rows, detail::one_row<rows_call<Body, T>>{call, out});
}

}  // namespace pb::reference

#endif  // PALLASBENCH_REFERENCE_ROWS_HPP
