// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The words a body may use, each defined once for all readings. Elementwise words take values and
// constants in any mixture; row words take a value that has rows (pattern rows) and give one value a
// row, which broadcasts where it meets a tile again.
//
//   exp expm1 log log1p sqrt rsqrt tanh erf erfc logistic abs    + - * / (unary -)    max min
//   exp_of_term expm1_of_negative log1p_of_fraction, faster, with a bound in core/math.hpp
//   < <= > >= == != && ||    select(condition, if_true, if_false)    cast<T>(x)
//   row_sum row_max row_mean row_size row_centred row_inverse_rms column_index row_at
//   col_sum col_max col_mean col_size col_centred col_inverse_rms: the same in a body of pattern columns
//   random_unit(x, seed)
//
// NaN in gives NaN out. Row sums accumulate in f64 for f32 elements; the sum of an empty row is 0, its
// maximum -inf, its mean NaN.
#ifndef PALLASBENCH_TILE_WORDS_HPP
#define PALLASBENCH_TILE_WORDS_HPP

#include <pallasbench/core/element.hpp>
#include <pallasbench/tile/value.hpp>

namespace pb {

template <value A>
PB_FN auto exp(A const& a) { return lift(scalar::exp{}, a); }

/// exp(a), of f32 with a relative error of 2^-23 (1 + |a|).
template <value A>
PB_FN auto exp_of_term(A const& a) { return lift(scalar::exp_of_term{}, a); }

template <value A>
PB_FN auto expm1(A const& a) { return lift(scalar::expm1{}, a); }

/// exp(a) - 1 of a <= 0
template <value A>
PB_FN auto expm1_of_negative(A const& a) { return lift(scalar::expm1_of_negative{}, a); }

template <value A>
PB_FN auto log(A const& a) { return lift(scalar::log{}, a); }

template <value A>
PB_FN auto log1p(A const& a) { return lift(scalar::log1p{}, a); }

/// log(1 + a) of 0 <= a <= 1
template <value A>
PB_FN auto log1p_of_fraction(A const& a) { return lift(scalar::log1p_of_fraction{}, a); }

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

/// 1 / (1 + exp(-a))
template <value A>
PB_FN auto logistic(A const& a) { return lift(scalar::logistic{}, a); }

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

template <class A, class B>
  requires operands_of_word<A, B>
PB_FN auto operator==(A const& a, B const& b) { return lift(scalar::equal{}, a, b); }

template <class A, class B>
  requires operands_of_word<A, B>
PB_FN auto operator!=(A const& a, B const& b) { return lift(scalar::not_equal{}, a, b); }

/// The elements as another type: cast<i64>(x). Float to integer truncates.
template <class To, value A>
PB_FN auto cast(A const& a) { return lift(scalar::cast<To>{}, a); }

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

/// x - row_mean(x), right to rounding however large the mean: it is kept in the type that sums
/// accumulate in, and the part of it that x's own type cannot hold is subtracted apart.
template <value X>
PB_FN auto row_centred(X const& x) {
  using T = typename X::element;
  using Wide = typename X::reading::template wide<T>;
  if constexpr (detail::same<Wide, T>) {
    return x - row_mean(x);
  } else {
    auto const mean = row_mean(cast<Wide>(x));
    auto const rounded = cast<T>(mean);
    return x - rounded - cast<T>(mean - cast<Wide>(rounded));
  }
}

/// 1 / sqrt(row_mean(x * x) + eps). The squares are of the type that sums accumulate in: those of a
/// large f32 are beyond f32. A reading that walks rows knows where they are not.
template <value X>
PB_FN auto row_inverse_rms(X const& x, double eps) {
  using T = typename X::element;
  using Wide = typename X::reading::template wide<T>;
  if constexpr (requires { X::reading::inverse_rms(x, eps); }) {
    return X::reading::inverse_rms(x, eps);
  } else if constexpr (detail::same<Wide, T>) {
    return rsqrt(row_mean(x * x) + eps);
  } else {
    auto const wide = cast<Wide>(x);
    return lift(scalar::rounded_rsqrt<T>{}, row_mean(wide * wide) + eps);
  }
}

/// (x - row_mean(x)) / sqrt(variance of x + eps), the variance biased: row_centred times its
/// row_inverse_rms. A reading that walks rows finds both statistics in one walk.
template <value X>
PB_FN auto row_standardised(X const& x, double eps) {
  if constexpr (requires { X::reading::standardised(x, eps); }) {
    return X::reading::standardised(x, eps);
  } else {
    auto const centred = row_centred(x);
    return centred * row_inverse_rms(centred, eps);
  }
}

/// row_max(x), and row_sum(exp(x - row_max(x))), of a row that a reading walks.
template <class Max, class Sum>
struct max_and_exp_sum_of {
  Max max;
  Sum exp_sum;
};

/// exp(x - row_max(x)) over its sum. A reading that walks rows finds maximum and sum in one walk, and
/// divides once a row.
template <value X>
PB_FN auto row_softmax(X const& x) {
  if constexpr (requires { X::reading::max_and_exp_sum(x); }) {
    auto const found = X::reading::max_and_exp_sum(x);
    return exp(x - found.max) * (1.0 / found.exp_sum);
  } else {
    auto const e = exp(x - row_max(x));
    return e / row_sum(e);
  }
}

/// The logarithm of row_softmax(x). The shift is subtracted before the logarithm is: the sum of both
/// would swallow it where the maximum is large.
template <value X>
PB_FN auto row_log_softmax(X const& x) {
  if constexpr (requires { X::reading::max_and_exp_sum(x); }) {
    auto const found = X::reading::max_and_exp_sum(x);
    return (x - found.max) - log(found.exp_sum);
  } else {
    auto const shifted = x - row_max(x);
    return shifted - log(row_sum(exp(shifted)));
  }
}

/// The number of a row's elements for which the condition holds, as i32 or i64.
template <class To, value Condition>
PB_FN auto row_count(Condition const& condition) {
  if constexpr (requires { Condition::reading::template count<To>(condition); })
    return Condition::reading::template count<To>(condition);
  else
    return row_sum(cast<To>(condition));
}

/// The column number of each element of a row, as i64.
template <value X>
PB_FN auto column_index(X const& x) { return X::reading::column_index(x); }

/// The element of a row at a column given for each row; 0 where there is no such column.
template <value X, value Column>
PB_FN auto row_at(X const& x, Column const& column) {
  if constexpr (requires { X::reading::element_at_column(x, column); })
    return X::reading::element_at_column(x, column);
  else
    return row_sum(select(column_index(x) == column, x, 0));
}

/// The sum of a column's elements.
template <value X>
PB_FN auto col_sum(X const& x) { return row_sum(x); }

/// The largest element of a column.
template <value X>
PB_FN auto col_max(X const& x) { return row_max(x); }

/// The number of elements in a column.
template <value X>
PB_FN auto col_size(X const& x) { return row_size(x); }

/// col_sum(x) / col_size(x).
template <value X>
PB_FN auto col_mean(X const& x) { return row_mean(x); }

/// x - col_mean(x), as row_centred.
template <value X>
PB_FN auto col_centred(X const& x) { return row_centred(x); }

/// 1 / sqrt(col_mean(x * x) + eps), as row_inverse_rms.
template <value X>
PB_FN auto col_inverse_rms(X const& x, double eps) { return row_inverse_rms(x, eps); }

/// As row_standardised.
template <value X>
PB_FN auto col_standardised(X const& x, double eps) { return row_standardised(x, eps); }

/// A uniform draw from [0, 1) for each element of x, in bodies of maps: unit_float of word e % 4 of the
/// Philox4x32-10 block of counter e / 4 under `seed`, where e is the element's flat number in its
/// array. An f32 in every reading, the same on every device and under every tiling.
template <value X>
PB_FN auto random_unit(X const& x, u64 seed) { return X::reading::random_unit(x, seed); }

}  // namespace pb

#endif  // PALLASBENCH_TILE_WORDS_HPP
