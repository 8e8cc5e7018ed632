// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The cost of a call: the bytes it must move and the floating-point operations it must do at least,
// and the time that a device needs for them.
#ifndef PALLASBENCH_COST_COST_HPP
#define PALLASBENCH_COST_COST_HPP

#include <pallasbench/cost/counted.hpp>
#include <pallasbench/patterns/attend/attend.hpp>
#include <pallasbench/patterns/columns/columns.hpp>
#include <pallasbench/patterns/contract/contract.hpp>
#include <pallasbench/patterns/convolve/convolve.hpp>
#include <pallasbench/patterns/index/index.hpp>
#include <pallasbench/patterns/index/one_hot.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/patterns/reduce/reduce.hpp>
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/patterns/scatter/scatter.hpp>
#include <pallasbench/patterns/sequence/reversed.hpp>
#include <pallasbench/patterns/sequence/sequence.hpp>
#include <pallasbench/patterns/steps/steps.hpp>

namespace pb::cost {

struct work {
  i64 bytes = 0;
  i64 flops = 0;
};

namespace detail {

/// Operations of a body on so many elements a tile; a label is one.
template <class Body, int... I>
i64 flops_of(Body const& body, i64 elements, pb::detail::indices<I...>) {
  i64 flops = 0;
  body(counted{&flops, operand_of<Body, I> == operand::label ? 1 : elements}...);
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

/// Bases are compared and counted in integers.
template <class Body, class T>
work count(rows_call<Body, T> const& call) {
  bool const computes = is_floating(element_of<widest_t<T>>);
  return {call.bytes_moved(),
          computes ? call.rows * detail::flops_of(call.body, call.columns) : 0};
}

/// An addition for each value.
template <class Body, class T>
work count(reduce_call<Body, T> const& call) {
  auto const inner = call.inner();
  return {call.bytes_moved(), count(inner).flops + inner.output_shape().count()};
}

/// A multiplication and an addition for each m, n, k.
template <class Body, class T>
work count(contract_call<Body, T> const& call) {
  return {call.bytes_moved(), detail::flops_of(call.body.prologue, call.m * call.k) +
                                  2 * call.m * call.n * call.k +
                                  detail::flops_of(call.body.epilogue, call.m * call.n)};
}

/// For each query and each key that it sees: a product of D elements, a score and its weight, and D
/// elements of v times it.
template <class Body, class T>
work count(attend_call<Body, T> const& call) {
  i64 flops = 0;
  counted const one{&flops, 1};
  call.body.score(one, call.size);
  i64 const score = flops;
  i64 seen = 0;
  for (i64 query = 0; query < call.queries; ++query) {
    i64 const keys = call.visible_keys(query);
    seen += keys;
    if (keys != 0) call.body.weights(counted{&flops, keys});
  }
  i64 const weights = flops - score;
  return {call.bytes_moved(),
          call.batch * call.heads * (seen * (4 * call.size + score) + weights)};
}

template <class Body, class T, class Index>
work count(index_call<Body, T, Index> const& call) {
  return {call.bytes_moved(), detail::flops_of(call.body.epilogue, call.rows * call.columns)};
}

/// A multiplication and an addition for each position, filter, tap and channel.
template <class Body, class T>
work count(convolve_call<Body, T> const& call) {
  i64 const results = call.length * call.filters;
  return {call.bytes_moved(), 2 * results * call.reduction_length() +
                                  detail::flops_of(call.body.epilogue, results)};
}

/// An addition for each update.
template <class Body, class T, class Index>
work count(scatter_call<Body, T, Index> const& call) {
  return {call.bytes_moved(), call.updates + detail::flops_of(call.body.prologue, call.updates)};
}

/// Comparing is no floating-point work.
template <class Body, class T, class Index>
work count(one_hot_call<Body, T, Index> const& call) {
  return {call.bytes_moved(), 0};
}

template <class Body, class T>
work count(columns_call<Body, T> const& call) {
  return {call.bytes_moved(), call.columns * detail::flops_of(call.body, call.rows)};
}

/// Counting is integer work.
template <class Body, class T>
work count(sequence_call<Body, T> const& call) {
  return {call.bytes_moved(), 0};
}

template <class Body, class T>
work count(reversed_call<Body, T> const& call) {
  return {call.bytes_moved(), 0};
}

/// The operations of all steps.
template <class Body, class T>
work count(steps_call<Body, T> const& call) {
  work total{call.bytes_moved(), 0};
  call.for_each_step([&](auto const& step, auto) { total.flops += count(step).flops; });
  return total;
}

/// Seconds that a device with these peak rates needs at least.
constexpr double roofline_seconds(work const& w, double bytes_per_second, double flops_per_second) {
  double const moving = double(w.bytes) / bytes_per_second;
  double const computing = double(w.flops) / flops_per_second;
  return moving > computing ? moving : computing;
}

}  // namespace pb::cost

#endif  // PALLASBENCH_COST_COST_HPP
