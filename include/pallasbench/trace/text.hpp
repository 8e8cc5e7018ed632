// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Lists as text, for both printers: joined, as a Python tuple, as an MLIR or Python list.
#ifndef PALLASBENCH_TRACE_TEXT_HPP
#define PALLASBENCH_TRACE_TEXT_HPP

#include <pallasbench/trace/graph.hpp>

#include <numeric>
#include <string>
#include <vector>

namespace pb::trace::detail {

/// The items between separators: join({1, 2}, "x") is "1x2".
template <class Item>
std::string join(std::vector<Item> const& items, std::string const& separator) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += separator;
    if constexpr (requires { std::to_string(items[i]); })
      text += std::to_string(items[i]);
    else
      text += items[i];
  }
  return text;
}

/// (), (4,), (4, 8)
template <class Item>
std::string tuple_text(std::vector<Item> const& items) {
  return "(" + join(items, ", ") + (items.size() == 1 ? ",)" : ")");
}

/// [], [4], [4, 8]
inline std::string list_text(shape_t const& numbers) { return "[" + join(numbers, ", ") + "]"; }

/// first, first + 1, ..., `count` numbers of them.
inline shape_t counting(std::size_t first, std::size_t count) {
  shape_t numbers(count);
  std::iota(numbers.begin(), numbers.end(), static_cast<i64>(first));
  return numbers;
}

}  // namespace pb::trace::detail

#endif  // PALLASBENCH_TRACE_TEXT_HPP
