// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The f64 reference: the body evaluated in f64, element by element or row by row, without tiling or
// fusion, through Thrust on the device that the policy names. The arrays of the call must be
// reachable there. Inputs are read as they are stored; nothing is rounded but in f64.
#ifndef PALLASBENCH_REFERENCE_REFERENCE_HPP
#define PALLASBENCH_REFERENCE_REFERENCE_HPP

#include <pallasbench/patterns/contract/contract.hpp>
#include <pallasbench/patterns/index/index.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/patterns/sequence/sequence.hpp>

#include <cuda/atomic>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>

namespace pb::reference {

namespace detail {

template <class Call>
struct map_element {
  Call call;
  double* out;

  PB_FN void operator()(i64 i) const { out[i] = at(i, pb::detail::make_indices<Call::inputs>{}); }

 private:
  template <int... I>
  PB_FN double at(i64 i, pb::detail::indices<I...>) const {
    return call.body(element<I>(i)...).at(0);
  }
  template <int I>
  PB_FN tile<double, 1, no_rows> element(i64 i) const {
    i64 const from = Call::template is_row_vector<I> ? i % call.columns : i;
    return {{double(input<typename Call::element>(call, I)[from])}, {}};
  }
};

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

template <class Call>
struct looked_up_element {
  Call call;
  double* out;

  PB_FN void operator()(i64 i) const {
    out[i] = call.template result<double>(i / call.columns, i % call.columns);
  }
};

template <class Call>
struct count_window {
  Call call;
  double* out;

  PB_FN void operator()(i64 at) const {
    i32 const bin = window_bin(call, at);
    if (bin >= 0) {
      ::cuda::atomic_ref<double, ::cuda::thread_scope_device>(out[bin])
          .fetch_add(1.0, ::cuda::memory_order_relaxed);
    }
  }
};

template <class Policy, class F>
void for_each_index(Policy const& policy, i64 count, F f) {
  thrust::for_each_n(policy, thrust::counting_iterator<i64>(0), count, f);
}

}  // namespace detail

/// out[i] = the call's result at flat index i, in f64. `out` has call.output_shape().count() elements.
template <class Policy, class Body, class T>
void evaluate(Policy const& policy, map_call<Body, T> const& call, double* out) {
  detail::for_each_index(policy, call.size, detail::map_element<map_call<Body, T>>{call, out});
}

template <class Policy, class Body, class T>
void evaluate(Policy const& policy, rows_call<Body, T> const& call, double* out) {
  detail::for_each_index(policy, call.rows, detail::one_row<rows_call<Body, T>>{call, out});
}

/// Rows x Columns elements of the product are one thread's work.
template <int Rows, int Columns, class Policy, class Body, class T>
void evaluate(Policy const& policy, contract_call<Body, T> const& call, double* out) {
  using panel = detail::product_panel<contract_call<Body, T>, Rows, Columns>;
  detail::for_each_index(policy, panel::panels(call), panel{call, out});
}

template <class Policy, class Body, class T, class Index>
void evaluate(Policy const& policy, index_call<Body, T, Index> const& call, double* out) {
  detail::for_each_index(policy, call.rows * call.columns,
                         detail::looked_up_element<index_call<Body, T, Index>>{call, out});
}

template <class Policy, class Body, class T>
void evaluate(Policy const& policy, sequence_call<Body, T> const& call, double* out) {
  thrust::fill_n(policy, out, call.body.bins(), 0.0);
  detail::for_each_index(policy, call.windows(),
                         detail::count_window<sequence_call<Body, T>>{call, out});
}

}  // namespace pb::reference

#endif  // PALLASBENCH_REFERENCE_REFERENCE_HPP
