// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Sequences: what cannot be one kernel, as several, one after the other. A step is an operation
// with its inputs named: arguments of the sequence, or results of earlier steps. The last step's
// result is the sequence's. A two-layer network of sizes rows, features, hidden features:
//
//   using layer = decltype(ops::matmul{} | ops::bias{} | ops::relu{});
//   using last_layer = decltype(ops::matmul{} | ops::bias{});
//   using network = sequence<
//       step<layer, sizes<0, 1, 2>, argument<0>, argument<1>, argument<2>>,
//       step<last_layer, sizes<0, 2, 1>, step_result<0>, argument<3>, argument<4>>>;
//
// Results of steps lie in a workspace (patterns/steps/steps.hpp). No arithmetic lives here.
#ifndef PALLASBENCH_COMPOSE_SEQUENCE_HPP
#define PALLASBENCH_COMPOSE_SEQUENCE_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/core/extents.hpp>

namespace pb {

namespace detail {

template <class... Numbers>
PB_FN constexpr int largest_of(int first, Numbers... rest) {
  ((first = rest > first ? rest : first), ...);
  return first;
}

}  // namespace detail

/// Input I of the sequence.
template <int I> struct argument {};

/// The result of step I.
template <int I> struct step_result {};

/// Which of the sequence's sizes a step's dimensions are, in the order of the step's pattern.
template <int... I>
struct sizes {
  static constexpr int count = detail::largest_of(-1, I...) + 1;

  PB_FN static constexpr extents of(extents const& dims) { return {dims[I]...}; }
};

namespace detail {

template <class From> inline constexpr int argument_number = -1;
template <int I> inline constexpr int argument_number<argument<I>> = I;
template <class From> inline constexpr int result_number = -1;
template <int I> inline constexpr int result_number<step_result<I>> = I;

template <int I, class First, class... Rest> struct type_at {
  using type = typename type_at<I - 1, Rest...>::type;
};
template <class First, class... Rest> struct type_at<0, First, Rest...> { using type = First; };

}  // namespace detail

/// One operation of a sequence.
template <operation Op, class Sizes, class... From>
struct step {
  static_assert(int(sizeof...(From)) == pb::num_inputs<Op>,
                "pb::step: name an argument or a step_result for each input of the operation");
  using operation_type = Op;
  using sizes_type = Sizes;
  static constexpr int inputs = int(sizeof...(From));
  static constexpr int num_arguments = detail::largest_of(-1, detail::argument_number<From>...) + 1;
  static constexpr int num_results = detail::largest_of(-1, detail::result_number<From>...) + 1;
  /// By input: the number of the argument or of the step it comes from, the other one -1.
  static constexpr int arguments[inputs] = {detail::argument_number<From>...};
  static constexpr int results[inputs] = {detail::result_number<From>...};

  Op op;
};

/// Where an argument is used first.
struct argument_use {
  int step = -1;
  int position = -1;
};

namespace detail {

template <class Step>
PB_FN constexpr argument_use use_in(argument_use found, int number, int argument) {
  for (int i = 0; i < Step::inputs && found.step == -1; ++i)
    if (Step::arguments[i] == argument) found = {number, i};
  return found;
}

template <class... Steps>
PB_FN constexpr argument_use first_use(int argument) {
  argument_use found;
  int number = 0;
  ((found = use_in<Steps>(found, number++, argument)), ...);
  return found;
}

template <class... Steps>
PB_FN constexpr bool results_precede() {
  int number = 0;
  return ((Steps::num_results <= number++) && ...);
}

template <class Indices, class... Steps> struct sequence_signature;
template <int... I, class... Steps>
struct sequence_signature<indices<I...>, Steps...> {
  template <int A>
  static constexpr operand role =
      operand_of<typename type_at<first_use<Steps...>(A).step, Steps...>::type::operation_type,
                 first_use<Steps...>(A).position>;
  using type = signature_of<pattern_kind::steps, role<I>...>;
};

}  // namespace detail

/// Steps, run in order. An argument's role is that of its first use.
template <class... Steps>
struct sequence {
  static_assert(detail::results_precede<Steps...>(),
                "pb::sequence: a step names the result of a step that does not precede it");
  static constexpr int num_steps = int(sizeof...(Steps));
  static constexpr int num_sizes = detail::largest_of(0, Steps::sizes_type::count...);
  static constexpr int num_arguments = detail::largest_of(0, Steps::num_arguments...);
  using signature =
      typename detail::sequence_signature<detail::make_indices<num_arguments>, Steps...>::type;
  template <int S> using step_type = typename detail::type_at<S, Steps...>::type;
  template <int I> static constexpr argument_use use_of = detail::first_use<Steps...>(I);

  detail::pack<Steps...> steps;

  template <int S>
  PB_FN constexpr auto const& op() const {
    return static_cast<detail::slot<S, step_type<S>> const&>(steps).value.op;
  }
};

/// The operation of step S.
template <class Sequence, int S>
using step_op = typename Sequence::template step_type<S>::operation_type;

}  // namespace pb

#endif  // PALLASBENCH_COMPOSE_SEQUENCE_HPP
