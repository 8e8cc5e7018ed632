// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Views: how public calls take arrays. pb::view<T, Rank> is a row-major ::cuda::std::mdspan with 64-bit
// extents; make_view() makes one of a pointer and sizes.
#ifndef PALLASBENCH_CORE_VIEWS_HPP
#define PALLASBENCH_CORE_VIEWS_HPP

#include <pallasbench/core/extents.hpp>

#include <cuda/std/cstddef>
#include <cuda/std/mdspan>

namespace pb {

template <class T, ::cuda::std::size_t Rank>
using view = ::cuda::std::mdspan<T, ::cuda::std::dextents<i64, Rank>>;

/// A row-major view of `data`: make_view(p, rows, columns).
template <class T, class... Sizes>
constexpr view<T, sizeof...(Sizes)> make_view(T* data, Sizes... sizes) {
  return view<T, sizeof...(Sizes)>(data, static_cast<i64>(sizes)...);
}

/// The extents of a view.
template <class T, class Extents>
constexpr extents extents_of(::cuda::std::mdspan<T, Extents> const& v) {
  static_assert(::cuda::std::mdspan<T, Extents>::rank() <= extents::max_rank,
                "pb: an array has at most five dimensions");
  extents e;
  e.rank = int(v.rank());
  for (int d = 0; d < e.rank; ++d) e[d] = static_cast<i64>(v.extent(static_cast<unsigned>(d)));
  return e;
}

}  // namespace pb

#endif  // PALLASBENCH_CORE_VIEWS_HPP
