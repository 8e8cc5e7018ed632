// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Sums of the few floats that a thread has in flight, in f32 before they join a sum in f64: one
// conversion and one addition in f64 for all of them. Where f32 does not hold such a sum, it is taken in
// f64 at once.
#ifndef PALLASBENCH_TILE_FEW_HPP
#define PALLASBENCH_TILE_FEW_HPP

#include <pallasbench/detail/meta.hpp>

namespace pb {

/// The sum of at(First), ..., at(First + Count - 1), in halves: no sum waits for all before it.
template <int First, int Count, class At>
PB_FN auto in_halves(At const& at) {
  if constexpr (Count == 1)
    return at(First);
  else
    return in_halves<First, Count / 2>(at) + in_halves<First + Count / 2, Count - Count / 2>(at);
}

/// Whether a sum of few squares in f32 has all its bits: no square was beyond f32 or below its normal
/// numbers and yet a part of the sum. (0, of equal numbers, could be of such small ones.)
PB_FN bool is_ordinary_square(float sum) {
  return sum > 1e-30f && sum < static_cast<float>(PB_INFINITY);
}

/// The sum of the squares of N numbers x = at(i).
template <int N, class At>
PB_FN double sum_of_few_squares(At const& at) {
  auto const few = in_halves<0, N>([&](int i) { return at(i) * at(i); });
  if (is_ordinary_square(static_cast<float>(few))) return static_cast<double>(few);
  return in_halves<0, N>([&](int i) { return static_cast<double>(at(i)) * static_cast<double>(at(i)); });
}

/// The sum of N numbers x = at(i), computed from elements T of memory: in f32 where these have 16 bits,
/// for then it is exact but for elements far apart. Of f32 it would not be, and a long sum that nearly
/// cancels shows it.
template <class T, int N, class At>
PB_FN double sum_of_few(At const& at) {
  if constexpr (sizeof(T) == 2 && detail::same<decltype(at(0)), float>) {
    float const few = in_halves<0, N>(at);
    if (few - few == 0) return static_cast<double>(few);
  }
  return in_halves<0, N>([&](int i) { return static_cast<double>(at(i)); });
}

}  // namespace pb

#endif  // PALLASBENCH_TILE_FEW_HPP
