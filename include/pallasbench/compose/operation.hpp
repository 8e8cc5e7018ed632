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
  columns,   // one column at a time: the body may use column words
  reduce,    // a map or rows, then the mean: one number
  contract,  // matrix product
  index,     // gather
  scatter,   // scatter-add
  sequence,  // windows of a DNA sequence, counted
  reversed,  // base by base of a DNA sequence, written in reverse order
  convolve,  // filters slid along a sequence
  attend,    // attention
  steps      // a sequence of operations, a kernel each
};

/// What an input is to the body.
enum class operand {
  tile,        // has the main shape: [n], or [rows, columns]
  label,       // i32 [rows], one column number a row; to the body one i64 a row
  row_vector,  // [columns], the same for every row
  matrix,      // [K, N], the right side of a matrix product
  index,       // i32 [N], row numbers of a table
  filters,     // [F, K, channels], slid along a sequence [L, channels]
  bases        // u8 codes of bases: a sequence [L], or a tile [rows, columns] of them
};

/// A pattern and the operands of one operation, in call order.
template <pattern_kind Pattern, operand... Operands>
struct signature_of {
  static constexpr pattern_kind pattern = Pattern;
  static constexpr int size = int(sizeof...(Operands));
};

template <operand... O> using map_of = signature_of<pattern_kind::map, O...>;
template <operand... O> using rows_of = signature_of<pattern_kind::rows, O...>;
template <operand... O> using columns_of = signature_of<pattern_kind::columns, O...>;

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

/// Whether an operation's parameters may be run: what its is_allowed() says, if it has one.
template <operation Op>
PB_FN constexpr bool is_allowed(Op const& op) {
  if constexpr (requires { op.is_allowed(); }) return op.is_allowed();
  else return true;
}

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

/// The operands of a signature under another pattern.
template <pattern_kind P, class Signature> struct with_pattern;
template <pattern_kind P, pattern_kind Q, operand... O>
struct with_pattern<P, signature_of<Q, O...>> {
  using type = signature_of<P, O...>;
};
template <pattern_kind P, class Signature>
using with_pattern_t = typename with_pattern<P, Signature>::type;

}  // namespace detail

/// What input I of an operation is.
template <operation Op, int I>
inline constexpr operand operand_of = detail::operand_at<typename Op::signature, I>::value;

/// Whether the one value a row that a row operation gives keeps its axis: [rows, 1], else [rows]. An
/// operation that keeps it says `static constexpr bool keeps_axis = true`.
template <operation Op> inline constexpr bool keeps_axis = false;
template <operation Op>
  requires requires { Op::keeps_axis; }
inline constexpr bool keeps_axis<Op> = Op::keeps_axis;

/// Whether an operation draws random numbers, which is more work than its memory takes. Such an operation
/// says `static constexpr bool draws = true`.
template <operation Op> inline constexpr bool draws = false;
template <operation Op>
  requires requires { Op::draws; }
inline constexpr bool draws<Op> = Op::draws;

/// Whether some rows do not count in a mean over a row operation's results. Such an operation says
/// `static constexpr bool ignores_rows = true`, and which rows count by a member
/// counts(inputs...), a condition for each row.
template <operation Op> inline constexpr bool ignores_rows = false;
template <operation Op>
  requires requires { Op::ignores_rows; }
inline constexpr bool ignores_rows<Op> = Op::ignores_rows;

}  // namespace pb

#endif  // PALLASBENCH_COMPOSE_OPERATION_HPP
