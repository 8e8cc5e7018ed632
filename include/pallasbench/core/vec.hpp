// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements that move in one access of memory: 16 bytes are the most a thread moves at once.
#ifndef PALLASBENCH_CORE_VEC_HPP
#define PALLASBENCH_CORE_VEC_HPP

#include <pallasbench/core/element.hpp>

namespace pb {

/// Elements of a 16-byte access.
template <class T>
inline constexpr int vec_size = 16 / int(sizeof(T));

/// V elements that move in one access.
template <class T, int V = vec_size<T>>
struct alignas(sizeof(T) * V) vec {
  T data[V];
};

}  // namespace pb

#endif  // PALLASBENCH_CORE_VEC_HPP
