// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern contract in f64, some elements of the product at a time; on_host.hpp has the same by panels
// that stay in the cache.
#ifndef PALLASBENCH_REFERENCE_CONTRACT_HPP
#define PALLASBENCH_REFERENCE_CONTRACT_HPP

#include <pallasbench/patterns/contract/contract.hpp>
#include <pallasbench/reference/for_each_index.hpp>

namespace pb::reference {

namespace detail {

/// 4 x 4 elements of the product, in four neighbouring rows; the columns lie a quarter of a row apart,
/// so that neighbouring threads read neighbouring elements of b. 16 sums need 8 loads and widenings,
/// where one would need 2.
template <class Call>
struct elements_of_product {
  static constexpr int rows = 4;
  static constexpr int columns = 4;

  Call call;
  double* out;

  PB_FN i64 across() const { return ceil_div(call.n, columns); }
  PB_FN i64 count() const { return ceil_div(call.m, rows) * across(); }

  PB_FN void operator()(i64 number) const {
    i64 const m0 = number / across() * rows;
    i64 const n0 = number % across();
    double sum[rows][columns] = {};
    for (i64 k = 0; k < call.k; ++k) {
      double a[rows], b[columns];
      // Past the end the last element is read again, and its sum left.
      PB_UNROLL
      for (int i = 0; i < rows; ++i)
        a[i] = left_element<double>(call, min_of(m0 + i, call.m - 1), k);
      PB_UNROLL
      for (int j = 0; j < columns; ++j)
        b[j] = right_element<double>(call, k, min_of(n0 + j * across(), call.n - 1));
      PB_UNROLL
      for (int i = 0; i < rows; ++i)
        PB_UNROLL
        for (int j = 0; j < columns; ++j) sum[i][j] += a[i] * b[j];
    }
    PB_UNROLL
    for (int i = 0; i < rows; ++i) {
      PB_UNROLL
      for (int j = 0; j < columns; ++j) {
        i64 const m = m0 + i;
        i64 const n = n0 + j * across();
        if (m < call.m && n < call.n)
          out[m * call.n + n] = product_element<double>(call, sum[i][j], m, n);
      }
    }
  }
};

}  // namespace detail

template <class Policy, class Body, class T>
void evaluate(Policy const& policy, contract_call<Body, T> const& call, double* out) {
  detail::elements_of_product<contract_call<Body, T>> const product{call, out};
  detail::for_each_index(policy, product.count(), product);
}

}  // namespace pb::reference

#endif  // PALLASBENCH_REFERENCE_CONTRACT_HPP
