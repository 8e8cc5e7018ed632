// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The two texts of a kernel: its file, and the same under tiling::whole_array, which differs in the line
// that names the tiling and in no other.
#ifndef PALLASBENCH_RECORD_VARIANTS_HPP
#define PALLASBENCH_RECORD_VARIANTS_HPP

#include <optional>
#include <string>
#include <string_view>

namespace pb::record {

/// The text with `using tiles = ...;` naming tiling::whole_array; nothing where there is not exactly one
/// such line.
inline std::optional<std::string> whole_array_text(std::string_view text) {
  constexpr std::string_view key = "using tiles = ";
  auto const begin = text.find(key);
  if (begin == text.npos || text.find(key, begin + 1) != text.npos) return std::nullopt;
  auto const value = begin + key.size();
  auto const end = text.find(';', value);
  if (end == text.npos) return std::nullopt;
  std::string result(text);
  return result.replace(value, end - value, "tiling::whole_array");
}

}  // namespace pb::record

#endif  // PALLASBENCH_RECORD_VARIANTS_HPP
