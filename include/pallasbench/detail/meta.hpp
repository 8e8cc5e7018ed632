// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The few type computations that bodies and executors need, without <type_traits>: including
// cuda/std/type_traits costs NVRTC 0.7 s a kernel, these cost nothing.
#ifndef PALLASBENCH_DETAIL_META_HPP
#define PALLASBENCH_DETAIL_META_HPP

#include <pallasbench/core/macros.hpp>

namespace pb::detail {

template <class A, class B> inline constexpr bool same = false;
template <class A> inline constexpr bool same<A, A> = true;

template <bool Condition, class A, class B> struct conditional { using type = A; };
template <class A, class B> struct conditional<false, A, B> { using type = B; };
template <bool Condition, class A, class B>
using conditional_t = typename conditional<Condition, A, B>::type;

template <class T> struct remove_cvref { using type = T; };
template <class T> struct remove_cvref<T const> { using type = T; };
template <class T> struct remove_cvref<T&> { using type = typename remove_cvref<T>::type; };
template <class T> struct remove_cvref<T&&> { using type = typename remove_cvref<T>::type; };
template <class T> using remove_cvref_t = typename remove_cvref<T>::type;

/// An expression of type T for unevaluated operands.
template <class T> PB_FN T declval();

/// indices<0, 1, ..., N - 1>, for expanding a short list of operands.
template <int... I> struct indices {};
template <int N, int... I> struct indices_up_to : indices_up_to<N - 1, N - 1, I...> {};
template <int... I> struct indices_up_to<0, I...> { using type = indices<I...>; };
template <int N> using make_indices = typename indices_up_to<N>::type;

/// A heterogeneous list of values, by position: enough of std::tuple for captured operands.
template <int I, class T> struct slot { T value; };
template <class Indices, class... T> struct pack_base;
template <int... I, class... T> struct pack_base<indices<I...>, T...> : slot<I, T>... {};
template <class... T> struct pack : pack_base<make_indices<int(sizeof...(T))>, T...> {};

template <int I, class T> PB_FN constexpr T get_slot(slot<I, T> const& s) { return s.value; }
/// The I-th value of a pack (a reference where the pack holds references).
template <int I, class... T> PB_FN constexpr decltype(auto) get(pack<T...> const& p) {
  return get_slot<I>(p);
}

}  // namespace pb::detail

#endif  // PALLASBENCH_DETAIL_META_HPP
