// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// A lexer for C++ and CUDA text, as far as the source analysis needs one: comments, literals'
// contents and text under `#if 0` never become words. It knows no grammar and expands no macro.
#ifndef PALLASBENCH_ROBUST_SOURCE_LEXER_HPP
#define PALLASBENCH_ROBUST_SOURCE_LEXER_HPP

#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pb::robust {

enum class token_kind { identifier, number, string, character, punctuator };

/// A word of the program and the line it starts on, from 1. String and character tokens carry no
/// text. Punctuators are single characters but for `::`, `->`, `==`, `!=`, `<=`, `>=`, `<<`, `>>`.
struct token {
  token_kind kind;
  std::string text;
  int line;
  bool first_on_line;
};

namespace detail {

/// Reads characters with line continuations spliced out, counting lines.
class source_cursor {
public:
  explicit source_cursor(std::string_view text) : text_(text) { skip_splices(); }

  bool done() const { return at_ >= text_.size(); }
  char peek() const { return done() ? '\0' : text_[at_]; }
  int line() const { return line_; }

  /// The character after the next one.
  char peek_second() const {
    source_cursor ahead = *this;
    ahead.take();
    return ahead.peek();
  }
  char take() {
    char const c = take_raw();
    skip_splices();
    return c;
  }
  /// As raw strings see it: a backslash before a line's end is itself.
  char take_raw() {
    if (done()) return '\0';
    char const c = text_[at_++];
    line_ += c == '\n';
    return c;
  }

private:
  void skip_splices() {
    for (;;) {
      if (text_.substr(at_, 2) == "\\\n")
        at_ += 2;
      else if (text_.substr(at_, 3) == "\\\r\n")
        at_ += 3;
      else
        return;
      ++line_;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

inline bool is_word_start(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}
inline bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
inline bool is_word_part(char c) { return is_word_start(c) || is_digit(c); }

class lexer {
public:
  explicit lexer(std::string_view text) : cursor_(text) {}

  std::vector<token> run() {
    while (!cursor_.done())
      step();
    return std::move(tokens_);
  }

private:
  void step() {
    char const c = cursor_.peek();
    char const next = cursor_.peek_second();
    if (c == '/' && next == '/')
      skip_line_comment();
    else if (c == '/' && next == '*')
      skip_block_comment();
    else if (std::isspace(static_cast<unsigned char>(c)))
      first_on_line_ |= cursor_.take() == '\n';
    else if (is_word_start(c))
      word();
    else if (is_digit(c) || (c == '.' && is_digit(next)))
      number();
    else if (c == '"')
      quoted('"', token_kind::string);
    else if (c == '\'')
      quoted('\'', token_kind::character);
    else
      punctuator(c, next);
  }

  void add(token_kind kind, std::string text, int line) {
    tokens_.push_back({kind, std::move(text), line, first_on_line_});
    first_on_line_ = false;
  }

  void skip_line_comment() {
    while (!cursor_.done() && cursor_.peek() != '\n')
      cursor_.take();
  }

  void skip_block_comment() {
    cursor_.take();
    cursor_.take();
    while (!cursor_.done() && !(cursor_.peek() == '*' && cursor_.peek_second() == '/'))
      cursor_.take();
    cursor_.take();
    cursor_.take();
  }

  void word() {
    int const line = cursor_.line();
    std::string text;
    while (is_word_part(cursor_.peek()))
      text += cursor_.take();
    bool const raw_prefix =
        text == "R" || text == "LR" || text == "uR" || text == "UR" || text == "u8R";
    if (raw_prefix && cursor_.peek() == '"')
      raw_string();
    else
      add(token_kind::identifier, std::move(text), line);
  }

  void number() {
    int const line = cursor_.line();
    std::string text;
    for (char c = cursor_.peek(); is_word_part(c) || c == '.' || c == '\''; c = cursor_.peek()) {
      if (c == '\'' && !is_word_part(cursor_.peek_second())) break;
      text += cursor_.take();
      bool const hex = text.size() > 1 && (text[1] == 'x' || text[1] == 'X');
      bool const exponent = hex ? c == 'p' || c == 'P' : c == 'e' || c == 'E';
      if (exponent && (cursor_.peek() == '+' || cursor_.peek() == '-')) text += cursor_.take();
    }
    add(token_kind::number, std::move(text), line);
  }

  void quoted(char quote, token_kind kind) {
    int const line = cursor_.line();
    cursor_.take();
    while (!cursor_.done() && cursor_.peek() != quote && cursor_.peek() != '\n') {
      if (cursor_.take() == '\\') cursor_.take();
    }
    if (cursor_.peek() == quote) cursor_.take();
    add(kind, {}, line);
  }

  void raw_string() {
    int const line = cursor_.line();
    cursor_.take_raw();
    std::string end = ")";
    for (char c = cursor_.take_raw(); c != '(' && !cursor_.done(); c = cursor_.take_raw())
      end += c;
    end += '"';
    std::string tail;
    while (!cursor_.done() && !tail.ends_with(end)) {
      tail += cursor_.take_raw();
      if (tail.size() > end.size()) tail.erase(0, 1);
    }
    add(token_kind::string, {}, line);
  }

  void punctuator(char c, char next) {
    int const line = cursor_.line();
    std::string text(1, cursor_.take());
    std::string_view constexpr pairs[] = {"::", "->", "==", "!=", "<=", ">=", "<<", ">>"};
    for (auto const pair : pairs) {
      if (pair[0] == c && pair[1] == next) text += cursor_.take();
      if (text.size() == 2) break;
    }
    add(token_kind::punctuator, std::move(text), line);
  }

  source_cursor cursor_;
  std::vector<token> tokens_;
  bool first_on_line_ = true;
};

/// Removes preprocessor lines whose text is no program (#include, #error, ...) and everything under
/// `#if 0` up to its #else, #elif or #endif. Macro definitions stay.
class directive_filter {
public:
  std::vector<token> run(std::vector<token> const& all) {
    std::vector<token> kept;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].text == "#" && all[i].first_on_line)
        in_directive_ = directive(all, i);
      else if (all[i].first_on_line)
        in_directive_ = false;
      if (!in_directive_ && dead_depth_ == 0) kept.push_back(all[i]);
    }
    return kept;
  }

private:
  /// Updates the depth of dead text; whether the line itself is to be left out.
  bool directive(std::vector<token> const& all, std::size_t hash) {
    std::string const word = hash + 1 < all.size() ? all[hash + 1].text : "";
    bool const zero = hash + 2 < all.size() && all[hash + 2].text == "0" &&
                      (hash + 3 == all.size() || all[hash + 3].first_on_line);
    bool const opens = word == "if" || word == "ifdef" || word == "ifndef";
    if (dead_depth_ > 0) {
      if (opens)
        ++dead_depth_;
      else if (word == "endif")
        --dead_depth_;
      else if (dead_depth_ == 1 && (word == "else" || word == "elif"))
        dead_depth_ = 0;
    } else if (word == "if" && zero) {
      dead_depth_ = 1;
    }
    return word != "define";
  }

  int dead_depth_ = 0;
  bool in_directive_ = false;
};

}  // namespace detail

/// The words of a program. Malformed text is read as far as it goes: every input ends.
inline std::vector<token> lex_source(std::string_view text) {
  return detail::directive_filter{}.run(detail::lexer(text).run());
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_SOURCE_LEXER_HPP
