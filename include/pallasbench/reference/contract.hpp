// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern contract in f64.
#ifndef PALLASBENCH_REFERENCE_CONTRACT_HPP
#define PALLASBENCH_REFERENCE_CONTRACT_HPP

#include <pallasbench/patterns/contract/contract.hpp>
#include <pallasbench/reference/for_each_index.hpp>

namespace pb::reference {

namespace detail {

/// Panel number p of a product, Rows x Columns elements of it: a cache's worth on a host, one element
/// a thread on a GPU.
template <class Call, int Rows, int Columns>
struct product_panel {
  Call call;
  double* out;

  PB_FN static i64 panels(Call const& call) {
    return ceil_div(call.m, Rows) * ceil_div(call.n, Columns);
  }

  PB_FN void operator()(i64 p) const {
    i64 const down = ceil_div(call.m, Rows);
    i64 const m0 = p % down * Rows;
    i64 const n0 = p / down * Columns;
    int const rows = int(min_of(Rows, call.m - m0));
    int const columns = int(min_of(Columns, call.n - n0));
    double sum[Rows][Columns] = {};
    for (i64 k = 0; k < call.k; ++k) {
      for (int i = 0; i < rows; ++i) {
        double const a = left_element<double>(call, m0 + i, k);
        for (int j = 0; j < columns; ++j) sum[i][j] += a * right_element<double>(call, k, n0 + j);
      }
    }
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        out[(m0 + i) * call.n + n0 + j] =
            product_element<double>(call, sum[i][j], m0 + i, n0 + j);
  }
};

}  // namespace detail

/// Rows x Columns elements of the product are one thread's work.
template <int Rows, int Columns, class Policy, class Body, class T>
void evaluate(Policy const& policy, contract_call<Body, T> const& call, double* out) {
  using panel = detail::product_panel<contract_call<Body, T>, Rows, Columns>;
  detail::for_each_index(policy, panel::panels(call), panel{call, out});
}

}  // namespace pb::reference

#endif  // PALLASBENCH_REFERENCE_CONTRACT_HPP
