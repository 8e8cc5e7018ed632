// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Loops over large arrays for the checks of this folder: in parallel where OpenMP is on, one after
// another where it is not, with the same result either way. Nothing else here names OpenMP.
#ifndef PALLASBENCH_ROBUST_PARALLEL_HPP
#define PALLASBENCH_ROBUST_PARALLEL_HPP

#include <pallasbench/core/element.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

#if defined(_OPENMP)
#include <omp.h>
#endif

namespace pb::robust {

/// The threads that loops of this process use from now on; without OpenMP it is always one.
inline void use_threads(int count) {
#if defined(_OPENMP)
  omp_set_num_threads(count);
#else
  static_cast<void>(count);
#endif
}

/// Calls body(i) for every i in [0, count), in no particular order. A body writes to places of its
/// own and does not throw. A loop of one leaves the threads to the loops inside it.
template <class Body>
void parallel_for(i64 count, Body const& body) {
#if defined(_OPENMP)  // without OpenMP the pragma would be an unknown one, which -Wall reports
#pragma omp parallel for schedule(dynamic) if (count > 1)
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

/// The elements that one call of a loop's body takes: 64 KB of doubles.
inline constexpr i64 loop_block = 8192;

/// Calls edit(x, i) for every element x of an array and its number i.
template <class Array, class Edit>
void edit_elements(Array& array, Edit const& edit) {
  i64 const count = static_cast<i64>(array.size());
  parallel_for((count + loop_block - 1) / loop_block, [&](i64 b) {
    i64 const end = std::min(count, (b + 1) * loop_block);
    for (i64 i = b * loop_block; i < end; ++i) edit(array[static_cast<std::size_t>(i)], i);
  });
}

/// Whether holds(begin, end) for all blocks of [0, count); looks no further soon after it does not.
template <class Holds>
bool every_block_holds(i64 count, Holds const& holds) {
  struct verdict {
    bool good = true;
    void merge(verdict const& other) { good = good && other.good; }
  };
  // A first look at a few, then ever more at once.
  for (i64 begin = 0, step = 16 * loop_block; begin < count; begin += step, step *= 2) {
    i64 const end = std::min(count, begin + step);
    auto const seen = fold_blocks(end - begin, loop_block, [&](i64 from, i64 to) {
      return verdict{holds(begin + from, begin + to)};
    });
    if (!seen.good) return false;
  }
  return true;
}

/// Whether holds(i) for all i in [0, count).
template <class Holds>
bool holds_everywhere(i64 count, Holds const& holds) {
  return every_block_holds(count, [&](i64 begin, i64 end) {
    while (begin < end && holds(begin)) ++begin;
    return begin == end;
  });
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_PARALLEL_HPP
