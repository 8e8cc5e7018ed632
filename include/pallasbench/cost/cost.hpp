// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The cost of a call: the bytes it must move and the floating-point operations it must do at least,
// and the time that a device needs for them.
#ifndef PALLASBENCH_COST_COST_HPP
#define PALLASBENCH_COST_COST_HPP

#include <pallasbench/cost/counted.hpp>
#include <pallasbench/patterns/contract/contract.hpp>
#include <pallasbench/patterns/index/index.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/patterns/sequence/sequence.hpp>

namespace pb::cost {

struct work {
  i64 bytes = 0;
  i64 flops = 0;
};

namespace detail {

/// Operations of a body on so many elements a tile.
template <class Body, int... I>
i64 flops_of(Body const& body, i64 elements, pb::detail::indices<I...>) {
  i64 flops = 0;
  body((static_cast<void>(I), counted{&flops, elements})...);
  return flops;
}

template <class Body>
i64 flops_of(Body const& body, i64 elements) {
  return flops_of(body, elements, pb::detail::make_indices<num_inputs<Body>>{});
}

}  // namespace detail

template <class Body, class T>
work count(map_call<Body, T> const& call) {
  return {call.bytes_moved(), detail::flops_of(call.body, call.size)};
}

template <class Body, class T>
work count(rows_call<Body, T> const& call) {
  return {call.bytes_moved(), call.rows * detail::flops_of(call.body, call.columns)};
}

/// A multiplication and an addition for each m, n, k.
template <class Body, class T>
work count(contract_call<Body, T> const& call) {
  return {call.bytes_moved(), detail::flops_of(call.body.prologue, call.m * call.k) +
                                  2 * call.m * call.n * call.k +
                                  detail::flops_of(call.body.epilogue, call.m * call.n)};
}

template <class Body, class T, class Index>
work count(index_call<Body, T, Index> const& call) {
  return {call.bytes_moved(), detail::flops_of(call.body.epilogue, call.rows * call.columns)};
}

/// Counting is integer work.
template <class Body, class T>
work count(sequence_call<Body, T> const& call) {
  return {call.bytes_moved(), 0};
}

/// Seconds that a device with these peak rates needs at least.
constexpr double roofline_seconds(work const& w, double bytes_per_second, double flops_per_second) {
  double const moving = double(w.bytes) / bytes_per_second;
  double const computing = double(w.flops) / flops_per_second;
  return moving > computing ? moving : computing;
}

}  // namespace pb::cost

#endif  // PALLASBENCH_COST_COST_HPP
