// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Mean and variance in one walk, from sums of differences to one of the elements [Chan, Golub and
// LeVeque, "Algorithms for computing the sample variance", 1983]. The difference of two large numbers
// that this ends with is harmless in f64: the shift is an element, so (mean - shift)^2 is at most n
// times the variance, and n 2^-53 of it is what rounding can cost.
#ifndef PALLASBENCH_TILE_MOMENTS_HPP
#define PALLASBENCH_TILE_MOMENTS_HPP

#include <pallasbench/core/macros.hpp>

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
