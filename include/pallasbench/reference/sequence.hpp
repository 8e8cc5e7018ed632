// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern sequence in f64.
#ifndef PALLASBENCH_REFERENCE_SEQUENCE_HPP
#define PALLASBENCH_REFERENCE_SEQUENCE_HPP

#include <pallasbench/patterns/sequence/sequence.hpp>
#include <pallasbench/reference/for_each_index.hpp>

#include <cuda/atomic>
#include <thrust/fill.h>

namespace pb::reference {

namespace detail {

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

}  // namespace detail

template <class Policy, class Body, class T>
void evaluate(Policy const& policy, sequence_call<Body, T> const& call, double* out) {
  thrust::fill_n(policy, out, call.body.bins(), 0.0);
  detail::for_each_index(policy, call.windows(),
                         detail::count_window<sequence_call<Body, T>>{call, out});
}

}  // namespace pb::reference

#endif  // PALLASBENCH_REFERENCE_SEQUENCE_HPP
