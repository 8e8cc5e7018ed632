// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// json_writer: appends JSON text to a string, members in the order they are written and never a
// newline, so that what it writes is one line of a JSONL file. The fields of a record are in
// record.hpp; reading a line back is in jsonl.hpp.
#ifndef PALLASBENCH_RECORD_JSON_HPP
#define PALLASBENCH_RECORD_JSON_HPP

#include <pallasbench/record/utf8.hpp>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pb::record {

/// Appends `text` to `out` as a JSON string. A byte that is not valid UTF-8 becomes U+FFFD. Besides
/// what JSON demands, every other character that some reader takes for a line end is escaped.
inline void append_json_string(std::string& out, std::string_view text) {
  auto const append_escape = [&](char32_t value) {
    constexpr char digits[] = "0123456789abcdef";
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4)
      out += digits[value >> shift & 0xF];
  };
  out += '"';
  while (!text.empty()) {
    auto const [value, length] = decode_utf8(text);
    bool const is_control = value < 0x20 || (value >= 0x7F && value < 0xA0);
    bool const is_separator = value == 0x2028 || value == 0x2029;
    if (length == 0)
      append_utf8(out, 0xFFFD);
    else if (value == '"' || value == '\\')
      (out += '\\') += static_cast<char>(value);
    else if (value == '\n')
      out += "\\n";
    else if (value == '\t')
      out += "\\t";
    else if (is_control || is_separator)
      append_escape(value);
    else
      out += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  out += '"';
}

/// Writes one JSON value. Misuse (a value where a key belongs, a key twice in one object, an end
/// without its begin, a second value at the top) is caught by assert.
///
/// Numbers: integers are exact over 64 bits. Floating-point numbers take the fewest digits that
/// read back as the same number and keep a point or an exponent, so that a reader sees a float in
/// 1.0. NaN and the infinities become null, and the enclosing object gains a member `<key>_note`
/// that says "nan", "inf" or "-inf"; an array notes its first such element under the array's key.
///
/// A type of one's own is a value once `write(json_writer&, T const&)` is found beside it.
class json_writer {
public:
  explicit json_writer(std::string& out) : out_(out) {}
  json_writer(json_writer const&) = delete;
  json_writer& operator=(json_writer const&) = delete;

  /// True once the top value is written and everything that was begun is ended.
  bool complete() const { return has_top_ && scopes_.empty(); }

  void begin_object() { begin('{'); }
  void end_object() { end('{', '}'); }
  void begin_array() { begin('['); }
  void end_array() { write_note(end('[', ']')); }

  /// Names the next value. Only in an object, once for each name.
  void key(std::string_view name) {
    assert(in_object() && !scopes_.back().expects_value && "pb::json_writer: no place for a key");
    auto& names = scopes_.back().names;
    assert(std::find(names.begin(), names.end(), name) == names.end() &&
           "pb::json_writer: this object has a member of that name");
    separate();
    names.emplace_back(name);
    append_json_string(out_, name);
    out_ += ':';
    scopes_.back().expects_value = true;
  }

  void null() {
    start_value();
    out_ += "null";
  }

  void value(std::string_view text) {
    start_value();
    append_json_string(out_, text);
  }

  void value(std::same_as<bool> auto flag) {
    start_value();
    out_ += flag ? "true" : "false";
  }

  template <std::integral T>
  requires(!std::same_as<T, bool>) void value(T number) {
    start_value();
    append_number(number);
  }

  template <std::floating_point T>
  void value(T number) {
    if (!std::isfinite(number)) {
      null();
      write_note(std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf");
      return;
    }
    start_value();
    std::string_view const text = append_number(number);
    if (text.find_first_of(".e") == text.npos) out_ += ".0";
  }

  template <class T>
  void value(std::optional<T> const& maybe) {
    if (maybe)
      value(*maybe);
    else
      null();
  }

  template <class T>
  void value(std::vector<T> const& elements) {
    begin_array();
    for (auto const& element : elements)
      value(element);
    end_array();
  }

  template <class T>
  requires requires(json_writer& json, T const& object) { write(json, object); }
  void value(T const& object) { write(*this, object); }

  /// key and value in one.
  template <class T>
  void member(std::string_view name, T const& content) {
    key(name);
    value(content);
  }

private:
  struct scope {
    char bracket;
    bool is_empty = true;
    bool expects_value = false;      // an object whose last key has no value yet
    char const* note = nullptr;      // an array's first non-finite element
    std::vector<std::string> names;  // an object's keys so far; the last one is the current one
  };

  bool in_object() const { return !scopes_.empty() && scopes_.back().bracket == '{'; }

  void separate() {
    if (!scopes_.back().is_empty) out_ += ',';
    scopes_.back().is_empty = false;
  }

  void start_value() {
    if (scopes_.empty()) {
      assert(!has_top_ && "pb::json_writer: a line holds one value");
      has_top_ = true;
    } else if (in_object()) {
      assert(scopes_.back().expects_value && "pb::json_writer: a value needs its key first");
      scopes_.back().expects_value = false;
    } else {
      separate();
    }
  }

  void begin(char bracket) {
    start_value();
    out_ += bracket;
    scopes_.push_back({.bracket = bracket, .names = {}});
  }

  // Gives what a closed array has to note.
  char const* end([[maybe_unused]] char bracket, char closing) {
    assert(!scopes_.empty() && scopes_.back().bracket == bracket && "pb::json_writer: unbalanced");
    assert(!scopes_.back().expects_value && "pb::json_writer: the last key has no value");
    char const* const note = scopes_.back().note;
    scopes_.pop_back();
    out_ += closing;
    return note;
  }

  // Says beside the current member, or keeps for the end of the array, what null stands for.
  void write_note(char const* note) {
    if (note == nullptr || scopes_.empty()) return;
    if (in_object())
      member(scopes_.back().names.back() + "_note", std::string_view(note));
    else if (scopes_.back().note == nullptr)
      scopes_.back().note = note;
  }

  // No shortest form of a double is longer than 24 characters.
  std::string_view append_number(auto number) {
    char digits[32];
    char const* const last = std::to_chars(digits, digits + sizeof digits, number).ptr;
    auto const start = out_.size();
    out_.append(digits, static_cast<std::size_t>(last - digits));
    return std::string_view(out_).substr(start);
  }

  std::string& out_;
  std::vector<scope> scopes_;
  bool has_top_ = false;
};

}  // namespace pb::record

#endif  // PALLASBENCH_RECORD_JSON_HPP
