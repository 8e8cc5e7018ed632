// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The one loop of the references: a functor applied to 0, 1, ..., count - 1 through Thrust.
#ifndef PALLASBENCH_REFERENCE_FOR_EACH_INDEX_HPP
#define PALLASBENCH_REFERENCE_FOR_EACH_INDEX_HPP

#include <pallasbench/core/element.hpp>

#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>

namespace pb::reference {

namespace detail {

template <class Policy, class F>
void for_each_index(Policy const& policy, i64 count, F f) {
  thrust::for_each_n(policy, thrust::counting_iterator<i64>(0), count, f);
}

}  // namespace detail

}  // namespace pb::reference

#endif  // PALLASBENCH_REFERENCE_FOR_EACH_INDEX_HPP
