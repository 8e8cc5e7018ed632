// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The words a body may use, each defined once for all readings. Elementwise words take values and
// constants in any mixture; row words take a value that has rows (pattern rows) and give one value a
// row, which broadcasts where it meets a tile again.
//
//   exp expm1 log log1p sqrt rsqrt tanh erf erfc abs    + - * / (unary -)    max min
//   < <= > >= && ||    select(condition, if_true, if_false)
//   row_sum row_max row_mean row_size
//
// NaN in gives NaN out. Row sums accumulate in f64 for f32 elements; the sum of an empty row is 0, its
// maximum -inf, its mean NaN.
#ifndef PALLASBENCH_TILE_WORDS_HPP
#define PALLASBENCH_TILE_WORDS_HPP

#include <pallasbench/tile/value.hpp>

namespace pb {

template <value A>
PB_FN auto exp(A const& a) { return lift(scalar::exp{}, a); }

template <value A>
PB_FN auto expm1(A const& a) { return lift(scalar::expm1{}, a); }

template <value A>
PB_FN auto log(A const& a) { return lift(scalar::log{}, a); }

template <value A>
PB_FN auto log1p(A const& a) { return lift(scalar::log1p{}, a); }

template <value A>
PB_FN auto sqrt(A const& a) { return lift(scalar::sqrt{}, a); }

template <value A>
PB_FN auto rsqrt(A const& a) { return lift(scalar::rsqrt{}, a); }

template <value A>
PB_FN auto tanh(A const& a) { return lift(scalar::tanh{}, a); }

template <value A>
PB_FN auto erf(A const& a) { return lift(scalar::erf{}, a); }

template <value A>
PB_FN auto erfc(A const& a) { return lift(scalar::erfc{}, a); }

template <value A>
PB_FN auto abs(A const& a) { return lift(scalar::abs{}, a); }

template <value A>
PB_FN auto operator-(A const& a) { return lift(scalar::neg{}, a); }

template <class A, class B>
  requires operands_of_word<A, B>
PB_FN auto operator+(A const& a, B const& b) { return lift(scalar::add{}, a, b); }

template <class A, class B>
  requires operands_of_word<A, B>
PB_FN auto operator-(A const& a, B const& b) { return lift(scalar::sub{}, a, b); }

template <class A, class B>
  requires operands_of_word<A, B>
PB_FN auto operator*(A const& a, B const& b) { return lift(scalar::mul{}, a, b); }

template <class A, class B>
  requires operands_of_word<A, B>
PB_FN auto operator/(A const& a, B const& b) { return lift(scalar::div{}, a, b); }

template <class A, class B>
  requires operands_of_word<A, B>
PB_FN auto max(A const& a, B const& b) { return lift(scalar::max{}, a, b); }

template <class A, class B>
  requires operands_of_word<A, B>
PB_FN auto min(A const& a, B const& b) { return lift(scalar::min{}, a, b); }

template <class A, class B>
  requires operands_of_word<A, B>
PB_FN auto operator<(A const& a, B const& b) { return lift(scalar::less{}, a, b); }

template <class A, class B>
  requires operands_of_word<A, B>
PB_FN auto operator<=(A const& a, B const& b) { return lift(scalar::less_equal{}, a, b); }

template <class A, class B>
  requires operands_of_word<A, B>
PB_FN auto operator>(A const& a, B const& b) { return lift(scalar::greater{}, a, b); }

template <class A, class B>
  requires operands_of_word<A, B>
PB_FN auto operator>=(A const& a, B const& b) { return lift(scalar::greater_equal{}, a, b); }

template <class A, class B>
  requires operands_of_word<A, B>
PB_FN auto operator&&(A const& a, B const& b) { return lift(scalar::logical_and{}, a, b); }

template <class A, class B>
  requires operands_of_word<A, B>
PB_FN auto operator||(A const& a, B const& b) { return lift(scalar::logical_or{}, a, b); }

/// a where the condition holds, else b; the other side's value, NaN included, plays no part.
template <value Condition, class A, class B>
  requires operands_of_word<A, B>
PB_FN auto select(Condition const& c, A const& a, B const& b) {
  return lift(scalar::select{}, c, a, b);
}

/// The sum of a row's elements.
template <value X>
PB_FN auto row_sum(X const& x) { return X::reading::reduce(scalar::add{}, x); }

/// The largest element of a row.
template <value X>
PB_FN auto row_max(X const& x) { return X::reading::reduce(scalar::max{}, x); }

/// The number of elements in a row.
template <value X>
PB_FN auto row_size(X const& x) { return X::reading::row_size(x); }

/// row_sum(x) / row_size(x).
template <value X>
PB_FN auto row_mean(X const& x) { return row_sum(x) / row_size(x); }

}  // namespace pb

#endif  // PALLASBENCH_TILE_WORDS_HPP
