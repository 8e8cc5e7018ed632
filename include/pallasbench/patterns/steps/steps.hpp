// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern steps: the calls of a sequence, one launch each, in order. Interface and plan, for host
// code: a step's executors are those of its own pattern, and steps_host.hpp and
// pallasbench/cuda.cuh run all of them.
#ifndef PALLASBENCH_PATTERNS_STEPS_STEPS_HPP
#define PALLASBENCH_PATTERNS_STEPS_STEPS_HPP

#include <pallasbench/compose/sequence.hpp>
#include <pallasbench/core/convert.hpp>
#include <pallasbench/patterns/call.hpp>
#include <pallasbench/patterns/plan.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace pb {

/// Which step a visitor is at.
template <int S> struct step_number { static constexpr int value = S; };

namespace detail {

template <pattern_kind P>
inline constexpr bool takes_mixed = P == pattern_kind::map || P == pattern_kind::rows ||
                                    P == pattern_kind::contract || P == pattern_kind::attend;

/// The element types of step S: all T, but where T is a 16-bit type the results of steps stay f32,
/// so that a sequence rounds once, at its end.
template <class Body, int S, class T>
struct step_elements { using type = T; };
template <class Body, int S, class T>
  requires(sizeof(T) == 2)
struct step_elements<Body, S, T> {
  using step = typename Body::template step_type<S>;
  static_assert(takes_mixed<pattern_of<typename step::operation_type>>,
                "pb::sequence: with 16-bit elements a step is a map, a row operation, a matrix "
                "product or attention; give the sequence f32 arrays");
  static constexpr u32 narrow() {
    u32 mask = S + 1 == Body::num_steps ? 1u << 31 : 0;
    for (int i = 0; i < step::inputs; ++i)
      if (step::arguments[i] >= 0) mask |= 1u << i;
    return mask;
  }
  using type = mixed<T, narrow()>;
};

}  // namespace detail

/// out = the last step's result. The workspace holds the other results, each on a boundary of 256
/// bytes, and behind them the workspace of whichever step is running. This struct is no kernel's
/// parameter: those of its steps are.
template <class Body, class T>
struct steps_call {
  using element = T;
  static constexpr int inputs = num_inputs<Body>;
  static constexpr int num_steps = Body::num_steps;
  using all_steps = detail::make_indices<num_steps>;
  template <int S> using call_at =
      call_of<step_op<Body, S>, typename detail::step_elements<Body, S, T>::type>;
  using output_type = typename call_at<num_steps - 1>::output_type;

  Body body;
  void const* in[inputs];
  output_type* out;
  void* workspace;
  extents dims;

  /// dims: the sizes that the steps name
  static constexpr steps_call make(Body const& body, extents const& dims) {
    return {body, {}, nullptr, nullptr, dims};
  }

  /// The dims of arrays with these shapes: an extent of an argument is one of the sizes, and which
  /// one shows where the sizes are told apart. They are multiples of what heads may have to divide.
  static constexpr extents dims_of(extents const (&shapes)[inputs]) {
    constexpr i64 unit = 20160;
    extents numbered;
    for (numbered.rank = 0; numbered.rank < Body::num_sizes; ++numbered.rank)
      numbered[numbered.rank] = unit * (numbered.rank + 1);
    steps_call const call = make({}, numbered);
    extents result = numbered;
    call.for_each_input_shape([&](int input, extents const& shape) {
      for (int d = 0; d < min_of(shape.rank, shapes[input].rank); ++d)
        if (shape[d] >= unit) result[int(shape[d] / unit) - 1] = shapes[input][d];
    });
    return result;
  }

  template <int I>
  constexpr extents input_shape() const {
    constexpr argument_use use = Body::template use_of<I>;
    return call_without_data<use.step>().template input_shape<use.position>();
  }
  template <int I>
  using input_type = typename call_at<Body::template use_of<I>.step>::template input_type<
      Body::template use_of<I>.position>;
  constexpr extents output_shape() const {
    return call_without_data<num_steps - 1>().output_shape();
  }

  /// Calls visit(call, step_number<S>{}) for each step in order, with the arrays it works on.
  template <class Visit>
  constexpr void for_each_step(Visit const& visit) const { visit_steps(visit, all_steps{}); }

  /// The step that speaks for all of them where one plan is asked for: the one of most results.
  constexpr int widest_step() const { return find_widest(all_steps{}); }

  /// The plan of the widest step, with the workspace of all.
  template <tiling::tiling Tiling>
  constexpr plan plan_for() const {
    plan widest;
    i64 scratch = 0;
    for_each_step([&](auto const& call, auto number) {
      plan const p = call.template plan_for<Tiling>();
      scratch = max_of(scratch, p.workspace_bytes);
      if (number.value == widest_step()) widest = p;
    });
    widest.workspace_bytes = results_end(all_steps{}, num_steps - 1) + scratch;
    widest.clears_output = widest.clears_workspace = false;
    return widest;
  }

  /// Whether every step is allowed, and each of its inputs has the shape that it takes.
  constexpr bool is_allowed() const { return are_allowed(all_steps{}); }

  /// Inputs are read once and the output is written once; what lies between might stay in a cache.
  constexpr i64 bytes_moved() const {
    return output_shape().count() * i64(sizeof(output_type)) +
           input_bytes(detail::make_indices<inputs>{});
  }

 private:
  template <int S>
  constexpr call_at<S> call_without_data() const {
    return call_at<S>::make(body.template op<S>(),
                            Body::template step_type<S>::sizes_type::of(dims));
  }

  template <int S>
  constexpr i64 result_bytes() const {
    constexpr i64 boundary = 256;
    using result_type = typename call_at<S>::output_type;
    i64 const bytes = call_without_data<S>().output_shape().count() * i64(sizeof(result_type));
    return ceil_div(bytes, boundary) * boundary;
  }

  /// Where the results of the first `steps` steps end.
  template <int... S>
  constexpr i64 results_end(detail::indices<S...>, int steps) const {
    return (i64(0) + ... + (S < steps ? result_bytes<S>() : 0));
  }
  constexpr void* result_data(int step) const {
    if (workspace == nullptr) return nullptr;
    return static_cast<char*>(workspace) + results_end(all_steps{}, step);
  }

  template <int S, int I>
  constexpr void const* source() const {
    using step = typename Body::template step_type<S>;
    if constexpr (step::arguments[I] >= 0) return in[step::arguments[I]];
    else return result_data(step::results[I]);
  }

  template <int S, int... I>
  constexpr call_at<S> bound(detail::indices<I...>) const {
    call_at<S> call = call_without_data<S>();
    ((call.in[I] = source<S, I>()), ...);
    if constexpr (S == num_steps - 1) call.out = out;
    else call.out = static_cast<typename call_at<S>::output_type*>(result_data(S));
    if constexpr (requires { call.workspace; }) call.workspace = result_data(num_steps - 1);
    return call;
  }
  template <class Visit, int... S>
  constexpr void visit_steps(Visit const& visit, detail::indices<S...>) const {
    (visit(bound<S>(detail::make_indices<call_at<S>::inputs>{}), step_number<S>{}), ...);
  }

  template <int... S>
  constexpr int find_widest(detail::indices<S...>) const {
    int widest = 0;
    i64 most = -1;
    auto const compare = [&](int step, i64 results) {
      if (results > most) widest = step, most = results;
    };
    (compare(S, call_without_data<S>().output_shape().count()), ...);
    return widest;
  }

  template <class Visit>
  constexpr void for_each_input_shape(Visit const& visit) const {
    visit_inputs(visit, detail::make_indices<inputs>{});
  }
  template <class Visit, int... I>
  constexpr void visit_inputs(Visit const& visit, detail::indices<I...>) const {
    (visit(I, input_shape<I>()), ...);
  }
  template <int... I>
  constexpr i64 input_bytes(detail::indices<I...>) const {
    return (i64(0) + ... + (input_shape<I>().count() * i64(sizeof(input_type<I>))));
  }

  template <int... S>
  constexpr bool are_allowed(detail::indices<S...>) const {
    return (is_step_allowed<S>(detail::make_indices<call_at<S>::inputs>{}) && ...);
  }
  template <int S, int... I>
  constexpr bool is_step_allowed(detail::indices<I...>) const {
    auto const call = call_without_data<S>();
    return call.is_allowed() && ((source_shape<S, I>() == call.template input_shape<I>()) && ...);
  }
  template <int S, int I>
  constexpr extents source_shape() const {
    using step = typename Body::template step_type<S>;
    using taken = typename call_at<S>::template input_type<I>;
    if constexpr (step::arguments[I] >= 0) {
      static_assert(detail::same<input_type<step::arguments[I]>, taken>,
                    "pb::sequence: two steps take one argument as different element types");
      return input_shape<step::arguments[I]>();
    } else {
      static_assert(detail::same<typename call_at<step::results[I]>::output_type, taken>,
                    "pb::sequence: a step takes another element type than the step it names gives");
      return call_without_data<step::results[I]>().output_shape();
    }
  }
};

template <operation Body, class T>
  requires(pattern_of<Body> == pattern_kind::steps)
struct call_for<Body, T> {
  using type = steps_call<Body, T>;
};

}  // namespace pb

#endif  // PALLASBENCH_PATTERNS_STEPS_STEPS_HPP
