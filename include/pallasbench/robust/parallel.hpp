// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Two loops over large arrays for the checks of this folder: in parallel where OpenMP is on, one
// after another where it is not, with the same result either way. Nothing else here names OpenMP.
#ifndef PALLASBENCH_ROBUST_PARALLEL_HPP
#define PALLASBENCH_ROBUST_PARALLEL_HPP

#include <pallasbench/core/element.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace pb::robust {

/// Calls body(i) for every i in [0, count), in no particular order. A body writes to places of its
/// own and does not throw.
template <class Body>
void parallel_for(i64 count, Body const& body) {
#if defined(_OPENMP)  // without OpenMP the pragma would be an unknown one, which -Wall reports
#pragma omp parallel for schedule(dynamic)
#endif
  for (i64 i = 0; i < count; ++i)
    body(i);
}

/// Splits [0, count) into blocks, evaluates part(begin, end) on each and merges the parts in order
/// by total.merge(part). The blocks do not depend on the number of threads, nor does the result.
template <class Part>
auto fold_blocks(i64 count, i64 block, Part const& part) {
  using result_type = decltype(part(i64{0}, i64{0}));
  std::vector<result_type> parts(static_cast<std::size_t>((count + block - 1) / block));
  parallel_for(static_cast<i64>(parts.size()), [&](i64 b) {
    parts[static_cast<std::size_t>(b)] = part(b * block, std::min(count, (b + 1) * block));
  });
  result_type total{};
  for (auto const& each : parts)
    total.merge(each);
  return total;
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_PARALLEL_HPP
