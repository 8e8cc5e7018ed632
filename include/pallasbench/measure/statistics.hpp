// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Order statistics of a set of times. Needs no CUDA.
#ifndef PALLASBENCH_MEASURE_STATISTICS_HPP
#define PALLASBENCH_MEASURE_STATISTICS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace pb::measure {

/// The value below which a share `q` in [0, 1] of `values` lies, interpolated between neighbours
/// (type 7 of Hyndman and Fan, as NumPy does). NaN if there are none.
inline double quantile(std::vector<double> values, double q) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::sort(values.begin(), values.end());
  double const position = q * static_cast<double>(values.size() - 1);
  auto const below = static_cast<std::size_t>(position);
  auto const above = std::min(below + 1, values.size() - 1);
  return std::lerp(values[below], values[above], position - static_cast<double>(below));
}

inline double median(std::vector<double> values) { return quantile(std::move(values), 0.5); }

}  // namespace pb::measure

#endif  // PALLASBENCH_MEASURE_STATISTICS_HPP
