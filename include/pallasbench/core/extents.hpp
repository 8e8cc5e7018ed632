// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The extents of an array: up to five 64-bit sizes, usable in constant expressions and on the device.
// Public calls take cuda::std::mdspan (core/views.hpp); inside, plans and records speak of these.
#ifndef PALLASBENCH_CORE_EXTENTS_HPP
#define PALLASBENCH_CORE_EXTENTS_HPP

#include <pallasbench/core/element.hpp>

namespace pb {

struct extents {
  static constexpr int max_rank = 5;

  i64 size_of_dim[max_rank] = {};
  int rank = 0;

  constexpr extents() = default;
  template <class... Sizes>
    requires(sizeof...(Sizes) <= max_rank)
  PB_FN constexpr extents(Sizes... sizes)
      : size_of_dim{static_cast<i64>(sizes)...}, rank(int(sizeof...(Sizes))) {}

  PB_FN constexpr i64 operator[](int dim) const { return size_of_dim[dim]; }
  PB_FN constexpr i64& operator[](int dim) { return size_of_dim[dim]; }

  /// The number of elements; 1 for a scalar (rank 0).
  PB_FN constexpr i64 count() const {
    i64 n = 1;
    for (int d = 0; d < rank; ++d) n *= size_of_dim[d];
    return n;
  }

  PB_FN friend constexpr bool operator==(extents const& a, extents const& b) {
    if (a.rank != b.rank) return false;
    for (int d = 0; d < a.rank; ++d)
      if (a[d] != b[d]) return false;
    return true;
  }
};

PB_FN constexpr i64 ceil_div(i64 a, i64 b) { return a / b + (a % b != 0); }
PB_FN constexpr i64 min_of(i64 a, i64 b) { return a < b ? a : b; }
PB_FN constexpr i64 max_of(i64 a, i64 b) { return a > b ? a : b; }

}  // namespace pb

#endif  // PALLASBENCH_CORE_EXTENTS_HPP
