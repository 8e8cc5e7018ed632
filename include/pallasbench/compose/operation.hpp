// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What an operation declares: its pattern and its operands. The body itself is a templated call.
//
//   struct layer_norm {
//     using signature = rows_of<operand::tile, operand::row_vector, operand::row_vector>;
//     template <class X, class G, class B>
//     PB_FN auto operator()(X const& x, G const& gamma, B const& beta) const { ... }
//   };
#ifndef PALLASBENCH_COMPOSE_OPERATION_HPP
#define PALLASBENCH_COMPOSE_OPERATION_HPP

#include <pallasbench/core/element.hpp>
#include <pallasbench/detail/meta.hpp>

namespace pb {

/// The skeletons that own the loops.
enum class pattern_kind {
  map,       // element by element
  rows,      // one row at a time: the body may use row words
  contract,  // matrix product
  index,     // gather
  sequence   // windows of a DNA sequence, counted
};

/// What an input is to the body.
enum class operand {
  tile,        // has the main shape: [n], or [rows, columns]
  row_vector,  // [columns], the same for every row
  matrix,      // [K, N], the right side of a matrix product
  index,       // i32 [N], row numbers of a table
  bases        // u8 [L], a sequence
};

/// A pattern and the operands of one operation, in call order.
template <pattern_kind Pattern, operand... Operands>
struct signature_of {
  static constexpr pattern_kind pattern = Pattern;
  static constexpr int size = int(sizeof...(Operands));
};

template <operand... O> using map_of = signature_of<pattern_kind::map, O...>;
template <operand... O> using rows_of = signature_of<pattern_kind::rows, O...>;

/// A type with a signature is an operation.
template <class T>
concept operation = requires {
  typename T::signature;
  { T::signature::size };
};

template <operation Op>
inline constexpr pattern_kind pattern_of = Op::signature::pattern;

template <operation Op>
inline constexpr int num_inputs = Op::signature::size;

namespace detail {

template <class Signature, int I> struct operand_at;
template <pattern_kind P, operand First, operand... Rest, int I>
struct operand_at<signature_of<P, First, Rest...>, I> {
  static constexpr operand value = operand_at<signature_of<P, Rest...>, I - 1>::value;
};
template <pattern_kind P, operand First, operand... Rest>
struct operand_at<signature_of<P, First, Rest...>, 0> {
  static constexpr operand value = First;
};

/// The operands of F followed by those of G after its first, which F supplies.
template <pattern_kind P, class F, class G> struct joined;
template <pattern_kind P, pattern_kind PF, operand... OF, pattern_kind PG, operand G0, operand... OG>
struct joined<P, signature_of<PF, OF...>, signature_of<PG, G0, OG...>> {
  using type = signature_of<P, OF..., OG...>;
};
template <pattern_kind P, class F, class G>
using joined_t = typename joined<P, typename F::signature, typename G::signature>::type;

template <class Signature, operand Last> struct appended;
template <pattern_kind P, operand... O, operand Last>
struct appended<signature_of<P, O...>, Last> {
  using type = signature_of<P, O..., Last>;
};
template <class Signature, operand Last>
using appended_t = typename appended<Signature, Last>::type;

}  // namespace detail

/// What input I of an operation is.
template <operation Op, int I>
inline constexpr operand operand_of = detail::operand_at<typename Op::signature, I>::value;

}  // namespace pb

#endif  // PALLASBENCH_COMPOSE_OPERATION_HPP
