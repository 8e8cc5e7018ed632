// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Between the element type of an array and the type a body computes in: f32 for the 16-bit types
// and itself for the rest. Loads widen, stores round once.
#ifndef PALLASBENCH_CORE_CONVERT_HPP
#define PALLASBENCH_CORE_CONVERT_HPP

#include <pallasbench/core/element.hpp>

namespace pb {

/// The type a body computes in on elements of type T.
template <class T> struct compute_type { using type = T; };
template <> struct compute_type<u8> { using type = i32; };
template <class T> using compute_t = typename compute_type<T>::type;

}  // namespace pb

#endif  // PALLASBENCH_CORE_CONVERT_HPP
