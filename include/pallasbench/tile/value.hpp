// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What a body's values have in common. A body is instantiated on several kinds of value (register
// tiles, lazy rows, runs of lazy columns, traced values, counted values); each kind names its *reading*,
// a type with three static functions:
//
//   map(f, a...)    applies a scalar functor element by element; constants and row results broadcast
//   reduce(f, x)    combines a row's elements; the result is one value a row
//   row_size(x)     the number of columns, as such a value
//
// and where it knows where elements lie, column_index(x) and random_unit(x, seed). Its type wide<T> is
// what statistics of elements of type T are computed in: T itself where nothing is rounded.
//
// The words of words.hpp are defined from these alone.
#ifndef PALLASBENCH_TILE_VALUE_HPP
#define PALLASBENCH_TILE_VALUE_HPP

#include <pallasbench/core/scalar.hpp>
#include <pallasbench/detail/meta.hpp>

namespace pb {

/// A value a body may compute with.
template <class T>
concept value = requires { typename T::reading; };

/// A literal in a body: converted to the element type of the values it meets.
template <class T>
concept constant = detail::same<T, int> || detail::same<T, float> || detail::same<T, double> ||
                   detail::same<T, bool>;

/// Operands of a word: values and constants, at least one of them a value. Anything else is left to
/// the user's own overloads.
template <class... T>
concept operands_of_word = ((value<T> || constant<T>) && ...) && (value<T> || ...);

namespace detail {

template <class... A> struct first_reading;
template <class A, class... Rest> struct first_reading<A, Rest...> : first_reading<Rest...> {};
template <value A, class... Rest> struct first_reading<A, Rest...> {
  using type = typename A::reading;
};

// The element type that constants take among operands: that of the first value which is not a
// condition, so that select(x < 0, 0, x) is of x's type.
template <class... A> struct first_element { using type = double; };
template <class A, class... Rest> struct first_element<A, Rest...> : first_element<Rest...> {};
template <class A, class... Rest>
  requires(value<A> && !same<typename A::element, bool>)
struct first_element<A, Rest...> {
  using type = typename A::element;
};

template <class... A> using element_t = typename first_element<A...>::type;

}  // namespace detail

/// Applies a scalar functor to operands in whichever reading they belong to.
template <class F, class... A>
  requires operands_of_word<A...>
PB_FN auto lift(F f, A const&... a) {
  return detail::first_reading<A...>::type::map(f, a...);
}

}  // namespace pb

#endif  // PALLASBENCH_TILE_VALUE_HPP
