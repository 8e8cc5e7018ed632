// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// unified_diff: the difference of two texts in the form that `patch -p1` applies. Lines are matched
// by a longest common subsequence, so the diff is of the least possible length.
#ifndef PALLASBENCH_RECORD_DIFF_HPP
#define PALLASBENCH_RECORD_DIFF_HPP

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pb::record {

/// The lines of `text`, each with its newline; only the last can be without one.
inline std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    auto const newline = text.find('\n');
    auto const length = newline == text.npos ? text.size() : newline + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

/// Lines [from_begin, from_end) of one text stand where [to_begin, to_end) stand in the other.
/// One of the two may be empty; lines between two changes are equal.
struct line_change {
  std::size_t from_begin, from_end, to_begin, to_end;
};

/// Where a longest common subsequence of two sequences leads: one bit for each pair of positions.
/// Time and memory are the product of the lengths: a second and 12 MB for 10,000 lines each.
class common_subsequence {
public:
  common_subsequence(std::vector<int> const& from, std::vector<int> const& to)
      : columns_(to.size()), skips_from_(from.size() * to.size()) {
    std::vector<int> below(to.size() + 1), row(to.size() + 1);  // lengths for suffixes
    for (std::size_t i = from.size(); i-- > 0; below.swap(row)) {
      for (std::size_t j = to.size(); j-- > 0;) {
        bool const skip = below[j] >= row[j + 1];
        skips_from_[i * columns_ + j] = skip;
        row[j] = from[i] == to[j] ? below[j + 1] + 1 : skip ? below[j] : row[j + 1];
      }
    }
  }

  /// Where positions i and j differ: true if a longest subsequence leaves out i, else it leaves
  /// out j.
  bool skips_from(std::size_t i, std::size_t j) const { return skips_from_[i * columns_ + j]; }

private:
  std::size_t columns_;
  std::vector<bool> skips_from_;
};

/// The fewest changes that turn one sequence into the other, in order, none adjacent to the next.
inline std::vector<line_change> find_changes(std::vector<int> const& from,
                                             std::vector<int> const& to) {
  common_subsequence const common(from, to);
  std::vector<line_change> changes;
  std::size_t i = 0, j = 0;
  while (i < from.size() || j < to.size()) {
    line_change change{i, i, j, j};
    while ((i < from.size() || j < to.size()) &&
           (i == from.size() || j == to.size() || from[i] != to[j])) {
      bool const skip = j == to.size() || (i < from.size() && common.skips_from(i, j));
      skip ? ++i : ++j;
    }
    change.from_end = i;
    change.to_end = j;
    if (i > change.from_begin || j > change.to_begin) changes.push_back(change);
    for (; i < from.size() && j < to.size() && from[i] == to[j]; ++i)
      ++j;
  }
  return changes;
}

/// find_changes of the lines of two texts: equal lines get equal numbers, and what the texts have
/// in common at both ends is set aside first.
inline std::vector<line_change> find_changes(std::vector<std::string_view> const& from,
                                             std::vector<std::string_view> const& to) {
  auto const shorter = std::min(from.size(), to.size());
  std::size_t head = 0, tail = 0;
  while (head < shorter && from[head] == to[head])
    ++head;
  while (tail < shorter - head && from.rbegin()[tail] == to.rbegin()[tail])
    ++tail;

  std::unordered_map<std::string_view, int> numbers;
  auto const number_middle = [&](std::vector<std::string_view> const& lines) {
    std::vector<int> numbered;
    for (std::size_t i = head; i < lines.size() - tail; ++i)
      numbered.push_back(numbers.try_emplace(lines[i], int(numbers.size())).first->second);
    return numbered;
  };
  auto changes = find_changes(number_middle(from), number_middle(to));
  for (auto& change : changes)
    change = {change.from_begin + head, change.from_end + head, change.to_begin + head,
              change.to_end + head};
  return changes;
}

/// One side of a hunk's header: first line, from 1, and count. A range of one line omits the count;
/// an empty range names the line before it.
inline std::string hunk_range(std::size_t begin, std::size_t end) {
  auto const count = end - begin;
  std::string const first = std::to_string(count == 0 ? begin : begin + 1);
  return count == 1 ? first : first + "," + std::to_string(count);
}

inline void append_diff_lines(std::string& out, char mark,
                              std::vector<std::string_view> const& lines, std::size_t begin,
                              std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    (out += mark) += lines[i];
    if (!lines[i].ends_with('\n')) out += "\n\\ No newline at end of file\n";
  }
}

/// The difference of two texts as a unified diff with three lines of context, for the file `path`
/// below the folder where `patch -p1` runs. Equal texts give an empty diff. `path` is relative and
/// holds no white space.
inline std::string unified_diff(std::string_view from, std::string_view to, std::string_view path) {
  constexpr std::size_t context = 3;
  assert(path.find_first_of(" \t\r\n") == path.npos);
  auto const from_lines = split_lines(from), to_lines = split_lines(to);
  auto const changes = find_changes(from_lines, to_lines);
  if (changes.empty()) return {};

  std::string out = "--- a/" + std::string(path) + "\n+++ b/" + std::string(path) + "\n";
  for (std::size_t first = 0, last; first < changes.size(); first = last) {
    last = first + 1;  // the hunk holds changes [first, last): those whose contexts touch
    while (last < changes.size() &&
           changes[last].from_begin - changes[last - 1].from_end <= 2 * context)
      ++last;

    auto const before = std::min(context, changes[first].from_begin);
    auto const after = std::min(context, from_lines.size() - changes[last - 1].from_end);
    auto position = changes[first].from_begin - before;
    auto const end = changes[last - 1].from_end + after;
    out += "@@ -" + hunk_range(position, end) + " +" +
           hunk_range(changes[first].to_begin - before, changes[last - 1].to_end + after) + " @@\n";
    for (auto i = first; i < last; ++i) {
      append_diff_lines(out, ' ', from_lines, position, changes[i].from_begin);
      append_diff_lines(out, '-', from_lines, changes[i].from_begin, changes[i].from_end);
      append_diff_lines(out, '+', to_lines, changes[i].to_begin, changes[i].to_end);
      position = changes[i].from_end;
    }
    append_diff_lines(out, ' ', from_lines, position, end);
  }
  return out;
}

}  // namespace pb::record

#endif  // PALLASBENCH_RECORD_DIFF_HPP
