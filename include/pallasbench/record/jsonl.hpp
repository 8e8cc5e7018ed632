// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Just enough reading of JSONL to resume an export: which lines of a file are whole, and which
// kernel each is about. Not a JSON parser: it knows strings and brackets, which is all that telling
// a whole line from a torn one needs. Writing is in json.hpp.
#ifndef PALLASBENCH_RECORD_JSONL_HPP
#define PALLASBENCH_RECORD_JSONL_HPP

#include <pallasbench/record/utf8.hpp>

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pb::record {

/// The index past the string literal that opens at `begin`; npos if it never closes.
inline std::size_t string_literal_end(std::string_view text, std::size_t begin) {
  for (std::size_t i = begin + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      return i + 1;
  }
  return text.npos;
}

/// The four hexadecimal digits at the front of `text`; U+FFFD where there are none.
inline char32_t hex4(std::string_view text) {
  unsigned value = 0xFFFD;
  if (text.size() >= 4) std::from_chars(text.data(), text.data() + 4, value, 16);
  return value;
}

/// What a closed string literal, quotes included, stands for. A lone surrogate becomes U+FFFD.
inline std::string unescape(std::string_view literal) {
  constexpr std::string_view letters = "nrtbf", controls = "\n\r\t\b\f";
  std::string_view const text = literal.substr(1, literal.size() - 2);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    auto const letter = letters.find(text[++i]);
    if (letter != letters.npos) {
      out += controls[letter];
    } else if (text[i] != 'u') {
      out += text[i];
    } else {
      char32_t value = hex4(text.substr(i + 1));
      i += 4;
      bool const has_low = text.size() >= i + 3 && text.substr(i + 1, 2) == "\\u";
      char32_t const low = has_low ? hex4(text.substr(i + 3)) : 0;
      if (value >= 0xD800 && value < 0xDC00 && low >= 0xDC00 && low < 0xE000) {
        value = 0x10000 + ((value - 0xD800) << 10 | (low - 0xDC00));
        i += 6;
      }
      append_utf8(out, value);
    }
  }
  return out;
}

/// True if `line` is one object: its strings close, its brackets balance, nothing follows it.
inline bool is_object_line(std::string_view line) {
  if (line.empty() || line.front() != '{') return false;
  long long depth = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    char const c = line[i];
    if (c == '"') {
      auto const end = string_literal_end(line, i);
      if (end == line.npos) return false;
      i = end - 1;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if ((c == '}' || c == ']') && --depth == 0) {
      return i + 1 == line.size();
    }
  }
  return false;
}

/// The string member `name` of the object on `line`, members of inner objects apart. Nothing where
/// there is no such member or where it is not a string.
inline std::optional<std::string> string_member(std::string_view line, std::string_view name) {
  constexpr std::string_view blanks = " \t\r";
  long long depth = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '{' || line[i] == '[') ++depth;
    if (line[i] == '}' || line[i] == ']') --depth;
    if (line[i] != '"') continue;

    auto const end = string_literal_end(line, i);
    if (end == line.npos) return {};
    auto const colon = line.find_first_not_of(blanks, end);
    bool const is_key = depth == 1 && colon != line.npos && line[colon] == ':';
    if (is_key && unescape(line.substr(i, end - i)) == name) {
      auto const begin = line.find_first_not_of(blanks, colon + 1);
      if (begin == line.npos || line[begin] != '"') return {};
      auto const last = string_literal_end(line, begin);
      if (last == line.npos) return {};
      return unescape(line.substr(begin, last - begin));
    }
    i = end - 1;
  }
  return {};
}

/// What an earlier export left behind.
struct recovered_lines {
  std::vector<std::string> kernel_names;  // of the whole lines, in their order
  std::size_t whole_bytes = 0;            // the length of the whole lines; the rest is torn
  std::size_t foreign_line = 0;           // the first line that no export wrote, from 1; 0 for none
};

/// Reads the lines of `text`. The last one may be torn: the beginning of an object, with or without
/// a newline. Any other line that is not an object with a kernel_name is foreign, and reading
/// stops.
inline recovered_lines recover_lines(std::string_view text) {
  recovered_lines found;
  std::size_t number = 0;
  while (found.whole_bytes < text.size()) {
    ++number;
    auto const rest = text.substr(found.whole_bytes);
    auto const length = rest.find('\n');
    auto const line = rest.substr(0, length);
    bool const is_last = length == rest.npos || length + 1 == rest.size();
    bool const is_whole = length != rest.npos && is_object_line(line);
    if (!is_whole && is_last && !line.empty() && line.front() == '{') break;

    auto name = is_whole ? string_member(line, "kernel_name") : std::nullopt;
    if (!name) {
      found.foreign_line = number;
      break;
    }
    found.kernel_names.push_back(*std::move(name));
    found.whole_bytes += length + 1;
  }
  return found;
}

}  // namespace pb::record

#endif  // PALLASBENCH_RECORD_JSONL_HPP
