// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern reduce: the mean of a map's elements, or of the one value a row that a row operation
// gives; rows that it ignores do not count. Sums are f64, in an order that the plan fixes.
// Interface and plan; the executors are reduce_cuda.cuh and reduce_host.hpp.
#ifndef PALLASBENCH_PATTERNS_REDUCE_REDUCE_HPP
#define PALLASBENCH_PATTERNS_REDUCE_REDUCE_HPP

#include <pallasbench/compose/compose.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/tiling/reduce.hpp>

namespace pb {

/// A part of a mean: the sum of the values that count, and how many they are.
struct mean_part {
  double sum;
  double count;

  PB_FN friend constexpr mean_part operator+(mean_part a, mean_part b) {
    return {a.sum + b.sum, a.count + b.count};
  }
  /// NaN of nothing.
  PB_FN constexpr double mean() const { return sum / count; }
};

namespace detail {

template <class Call> inline constexpr bool gives_rows = false;
template <class Call>
  requires requires { Call::reduces; }
inline constexpr bool gives_rows<Call> = !Call::reduces;

}  // namespace detail

/// *out = the mean of body.of(in...): inputs as its pattern has them, the output a scalar (rank 0).
template <operation Body, class T>
struct reduce_call {
  using element = widest_t<T>;
  using inner_call = call_of<decltype(Body::of), T>;
  using output_type = typename inner_call::output_type;
  static constexpr int inputs = num_inputs<Body>;
  static constexpr bool over_rows = pattern_of<decltype(Body::of)> == pattern_kind::rows;
  static_assert(!detail::gives_rows<inner_call>,
                "pb::reduce: a mean over rows is of one value a row, and this operation gives "
                "whole rows; put a reduction in front of the mean: softmax{} | row_sum{} | mean{}");

  Body body;
  void const* in[inputs];
  output_type* out;
  void* workspace;  // the plan's bytes; the host executor needs none
  inner_call form;  // what the mean is of, without arrays

  /// dims: those of the map or of the rows
  PB_FN static constexpr reduce_call make(Body const& body, extents const& dims) {
    return {body, {}, nullptr, nullptr, inner_call::make(body.of, dims)};
  }

  /// The call whose results the mean is of; it has no output.
  PB_FN constexpr inner_call inner() const {
    inner_call result = form;
    for (int i = 0; i < inputs; ++i) result.in[i] = in[i];
    return result;
  }

  template <int I>
  PB_FN constexpr extents input_shape() const { return form.template input_shape<I>(); }
  template <int I> using input_type = typename inner_call::template input_type<I>;
  PB_FN constexpr extents output_shape() const { return {}; }

  /// The number of the rows' tiling; maps have one.
  template <tiling::tiling Tiling>
  PB_FN constexpr int tiling_number() const {
    if constexpr (over_rows) return form.template tiling_number<Tiling>();
    else return 0;
  }

  /// One block at least: the mean of nothing is stored too.
  template <tiling::tiling Tiling>
  PB_FN constexpr plan plan_for() const {
    plan p = form.template plan_for<Tiling>();
    p.launched_blocks = tiling::launched_reduce(p.launched_blocks);
    p.workspace_bytes = parts_offset + p.launched_blocks * i64(sizeof(mean_part));
    p.clears_workspace = p.launched_blocks > 1;  // one block meets no other
    return p;
  }

  /// In the workspace: how many blocks have stored their parts, then a part for each block.
  static constexpr i64 parts_offset = i64(sizeof(mean_part));
  PB_FN u32* arrived() const { return static_cast<u32*>(workspace); }
  PB_FN mean_part* parts() const {
    return reinterpret_cast<mean_part*>(static_cast<u8*>(workspace) + parts_offset);
  }

  PB_FN constexpr bool is_allowed() const { return form.is_allowed(); }

  PB_FN constexpr i64 bytes_moved() const { return bytes(detail::make_indices<inputs>{}); }

 private:
  template <int... I>
  PB_FN constexpr i64 bytes(detail::indices<I...>) const {
    return (i64(sizeof(output_type)) + ... +
            (input_shape<I>().count() * i64(sizeof(input_type<I>))));
  }
};

template <operation Body, class T>
  requires(pattern_of<Body> == pattern_kind::reduce)
struct call_for<Body, T> {
  using type = reduce_call<Body, T>;
};

namespace detail {

/// A row's value and whether it counts.
template <class Value, class Counts>
struct counted_value {
  Value value;
  Counts counts;

  PB_FN mean_part part() const {
    return counts.at(0) ? mean_part{double(value.at(0)), 1} : mean_part{0, 0};
  }
};
template <class Value>
struct counted_value<Value, void> {
  Value value;
  PB_FN mean_part part() const { return {double(value.at(0)), 1}; }
};

/// A row operation's value together with whether it counts.
template <operation Of>
struct with_count {
  Of of;

  template <class... X>
  PB_FN auto operator()(X const&... x) const {
    auto const value = of(x...);
    using Value = remove_cvref_t<decltype(value)>;
    if constexpr (ignores_rows<Of>) {
      auto const counts = of.counts(x...);
      return counted_value<Value, remove_cvref_t<decltype(counts)>>{value, counts};
    } else {
      return counted_value<Value, void>{value};
    }
  }
};

}  // namespace detail

}  // namespace pb

#endif  // PALLASBENCH_PATTERNS_REDUCE_REDUCE_HPP
