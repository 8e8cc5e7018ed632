// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Which known names are nearest to a misspelt one.
#ifndef PALLASBENCH_ROBUST_NEAREST_NAMES_HPP
#define PALLASBENCH_ROBUST_NEAREST_NAMES_HPP

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pb::robust {

/// Insertions, deletions and replacements between two words [Levenshtein 1966].
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      std::size_t const replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

/// The `count` names nearest to `given`, nearest first.
inline std::vector<std::string> nearest_names(std::string_view given,
                                              std::vector<std::string> names, std::size_t count) {
  std::stable_sort(names.begin(), names.end(), [&](auto const& a, auto const& b) {
    return edit_distance(given, a) < edit_distance(given, b);
  });
  names.resize(std::min(count, names.size()));
  return names;
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_NEAREST_NAMES_HPP
