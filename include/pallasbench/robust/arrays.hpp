// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The large arrays of an evaluation, of which one alone may be half a gigabyte, and how they are
// filled: by all threads, each touching its own pages first.
#ifndef PALLASBENCH_ROBUST_ARRAYS_HPP
#define PALLASBENCH_ROBUST_ARRAYS_HPP

#include <pallasbench/robust/parallel.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace pb::robust {

/// Leaves elements that are given no value as they are; std::allocator would write zeros to them, by
/// one thread, before they are filled.
template <class T>
struct uninitialized : std::allocator<T> {
  template <class U> struct rebind { using other = uninitialized<U>; };

  template <class U>
  void construct(U* at) noexcept {
    static_assert(std::is_trivially_default_constructible_v<U>);
    ::new (static_cast<void*>(at)) U;
  }
  template <class U, class... A>
  void construct(U* at, A&&... from) {
    ::new (static_cast<void*>(at)) U(std::forward<A>(from)...);
  }
};

/// The bytes of one array, row-major.
using array_bytes = std::vector<std::byte, uninitialized<std::byte>>;

/// The elements of one array, row-major.
using doubles = std::vector<double, uninitialized<double>>;

/// Makes an array `count` elements long, all of them `value`.
template <class Array>
void fill_with(Array& array, i64 count, typename Array::value_type value) {
  array.resize(static_cast<std::size_t>(count));
  parallel_for((count + loop_block - 1) / loop_block, [&](i64 b) {
    i64 const begin = b * loop_block;
    std::fill_n(array.begin() + begin, std::min(loop_block, count - begin), value);
  });
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_ARRAYS_HPP
