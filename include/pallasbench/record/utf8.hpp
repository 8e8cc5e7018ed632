// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// UTF-8, one code point at a time. Strict: overlong forms, surrogates and values past U+10FFFF are
// invalid, so what this accepts every JSON parser accepts. The JSON layer is in json.hpp.
#ifndef PALLASBENCH_RECORD_UTF8_HPP
#define PALLASBENCH_RECORD_UTF8_HPP

#include <cstddef>
#include <string>
#include <string_view>

namespace pb::record {

/// One decoded code point and the bytes it took; length 0 where the text is not valid UTF-8.
struct code_point {
  char32_t value = 0;
  std::size_t length = 0;
};

/// Decodes the front of `text`. An empty text has no code point: length 0.
inline code_point decode_utf8(std::string_view text) {
  if (text.empty()) return {};
  auto const byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  auto const lead = byte(0);
  if (lead < 0x80) return {lead, 1};

  std::size_t const length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {};

  char32_t value = lead & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    value = value << 6 | (byte(i) & 0x3Fu);
  }
  bool const overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
  bool const surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (overlong || surrogate || value > 0x10FFFF) return {};
  return {value, length};
}

/// Appends `value` to `out` as UTF-8; a value that is no code point becomes U+FFFD.
inline void append_utf8(std::string& out, char32_t value) {
  if ((value >= 0xD800 && value <= 0xDFFF) || value > 0x10FFFF) value = 0xFFFD;
  auto const tail = [&](int shift) { out += static_cast<char>(0x80 | (value >> shift & 0x3F)); };
  if (value < 0x80) {
    out += static_cast<char>(value);
  } else if (value < 0x800) {
    out += static_cast<char>(0xC0 | value >> 6);
    tail(0);
  } else if (value < 0x10000) {
    out += static_cast<char>(0xE0 | value >> 12);
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0 | value >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

}  // namespace pb::record

#endif  // PALLASBENCH_RECORD_UTF8_HPP
