// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern scatter in f64.
#ifndef PALLASBENCH_REFERENCE_SCATTER_HPP
#define PALLASBENCH_REFERENCE_SCATTER_HPP

#include <pallasbench/patterns/scatter/scatter.hpp>
#include <pallasbench/reference/for_each_index.hpp>

#include <cuda/atomic>

namespace pb::reference {

namespace detail {

template <class Call>
struct copy_element {
  Call call;
  double* out;

  PB_FN void operator()(i64 i) const {
    out[i] = double(input<typename Call::element>(call, 0)[i]);
  }
};

template <class Call>
struct add_update {
  Call call;
  double* out;

  PB_FN void operator()(i64 n) const {
    i64 const target = target_of(call, n);
    if (target >= 0) {
      ::cuda::atomic_ref<double, ::cuda::thread_scope_device>(out[target])
          .fetch_add(added_value<double>(call, n), ::cuda::memory_order_relaxed);
    }
  }
};

}  // namespace detail

template <class Policy, class Body, class T, class Index>
void evaluate(Policy const& policy, scatter_call<Body, T, Index> const& call, double* out) {
  using Call = scatter_call<Body, T, Index>;
  detail::for_each_index(policy, call.size, detail::copy_element<Call>{call, out});
  detail::for_each_index(policy, call.updates, detail::add_update<Call>{call, out});
}

}  // namespace pb::reference

#endif  // PALLASBENCH_REFERENCE_SCATTER_HPP
