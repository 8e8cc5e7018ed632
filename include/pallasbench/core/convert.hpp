// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Between the element type of an array and the type a body computes in: f32 for the 16-bit types
// and itself for the rest. Loads widen, stores round once.
#ifndef PALLASBENCH_CORE_CONVERT_HPP
#define PALLASBENCH_CORE_CONVERT_HPP

#include <pallasbench/core/half.hpp>
#include <pallasbench/detail/meta.hpp>

namespace pb {

/// The type a body computes in on elements of type T.
template <class T> struct compute_type { using type = T; };
template <> struct compute_type<f16> { using type = float; };
template <> struct compute_type<bf16> { using type = float; };
template <> struct compute_type<u8> { using type = i32; };
template <class T> using compute_t = typename compute_type<T>::type;

/// In place of an element type: arrays of f32 and of a 16-bit type side by side, as between the
/// steps of a sequence, where nothing is rounded to 16 bits. Input I is of the 16-bit type where
/// bit I of Narrow is set, the output where bit 31 is.
template <class T, u32 Narrow>
struct mixed {};

template <class T, u32 Narrow> struct compute_type<mixed<T, Narrow>> { using type = float; };

/// In place of an element type: arrays of T whose indices and labels are of type Index, not i32.
template <class T, class Index>
struct with_index {};

template <class T, class Index> struct compute_type<with_index<T, Index>> : compute_type<T> {};

namespace detail {

template <class T> struct array_types {
  using widest = T;
  using output = T;
  using index = i32;
  template <int> using input = T;
};
template <class T, u32 Narrow> struct array_types<mixed<T, Narrow>> {
  using widest = float;
  using output = conditional_t<(Narrow >> 31 & 1) != 0, T, float>;
  using index = i32;
  template <int I> using input = conditional_t<(Narrow >> I & 1) != 0, T, float>;
};
template <class T, class Index> struct array_types<with_index<T, Index>> : array_types<T> {
  using index = Index;
};

}  // namespace detail

/// The element types of a call on arrays of T: the widest, that of input I, that of the output, and
/// that of indices and labels.
template <class T> using widest_t = typename detail::array_types<T>::widest;
template <class T, int I> using input_t = typename detail::array_types<T>::template input<I>;
template <class T> using output_t = typename detail::array_types<T>::output;
template <class T> using index_t = typename detail::array_types<T>::index;

}  // namespace pb

#endif  // PALLASBENCH_CORE_CONVERT_HPP
