// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Mean and variance in one walk, from sums of differences to one of the elements [Chan, Golub and
// LeVeque, "Algorithms for computing the sample variance", 1983]. The difference of two large numbers
// that this ends with is harmless in f64: the shift is an element, so (mean - shift)^2 is at most n
// times the variance, and n 2^-53 of it is what rounding can cost. A few f32 at once are summed as such,
// relative to a centre of their own, and join these sums together.
#ifndef PALLASBENCH_TILE_MOMENTS_HPP
#define PALLASBENCH_TILE_MOMENTS_HPP

#include <pallasbench/tile/few.hpp>

namespace pb {

struct mean_and_variance {
  double mean, variance;  // biased
};

/// Sums of x - shift and of its squares.
struct shifted_sums {
  double shift;
  double sum = 0, squares = 0;

  PB_FN void add(double x) {
    double const d = x - shift;
    sum += d;
    squares += d * d;
  }

  /// add(x) for all N elements x = at(i). With d = x - centre and o = centre - shift, x - shift is
  /// d + o, so the sums are those of d and d^2, which are exact enough in f32 as no d is larger than the
  /// elements are apart, and what the centre adds, in f64.
  template <int N, class At>
  PB_FN void add_few(At const& at) {
    auto const centre = in_halves<0, N>(at) * (1.0f / N);
    auto const centred = [&](int i) { return at(i) - centre; };
    auto const squared = [&](int i) { return centred(i) * centred(i); };
    auto const few_squares = in_halves<0, N>(squared);
    if (!is_ordinary_square(static_cast<float>(few_squares))) {
      PB_UNROLL
      for (int i = 0; i < N; ++i) add(static_cast<double>(at(i)));
      return;
    }
    double const rest = static_cast<double>(in_halves<0, N>(centred));
    double const offset = static_cast<double>(centre) - shift;
    double const offsets = N * offset;
    sum += rest + offsets;
    squares += static_cast<double>(few_squares) + offset * (2 * rest + offsets);
  }

  /// Of n elements; NaN where n is 0, or one is NaN or infinite.
  PB_FN mean_and_variance of(double n) const {
    double const inverse = 1 / n;  // a division is 25 instructions of every thread
    double const mean = sum * inverse;
    double const variance = squares * inverse - mean * mean;
    return {shift + mean, variance < 0 ? 0.0 : variance};
  }
};

}  // namespace pb

#endif  // PALLASBENCH_TILE_MOMENTS_HPP
