// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Findings in C++ and CUDA text: what a kernel that games a benchmark says in so many words. What
// the compiled PTX does is in ptx_flow.hpp; what follows from both is in source_analysis.hpp.
#ifndef PALLASBENCH_ROBUST_SOURCE_FINDINGS_HPP
#define PALLASBENCH_ROBUST_SOURCE_FINDINGS_HPP

#include <pallasbench/core/element.hpp>
#include <pallasbench/robust/source_lexer.hpp>

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pb::robust {

/// constant_stores: every store through a subscript or a pointer is of a literal (a lead, no proof:
/// other stores may be behind calls); the others are named for what was found.
enum class source_rule { constant_stores, benchmark_literal, library_call, clock, stream };

inline char const* name(source_rule rule) {
  switch (rule) {
  case source_rule::constant_stores: return "constant stores";
  case source_rule::benchmark_literal: return "benchmark literal";
  case source_rule::library_call: return "library call";
  case source_rule::clock: return "clock";
  case source_rule::stream: return "stream";
  }
  return "?";
}

struct finding {
  source_rule rule;
  int line;
  std::string excerpt;  // the source line, trimmed
};

namespace detail {

inline std::string source_line(std::string_view text, int line) {
  for (int at = 1; at < line; ++at) {
    auto const end = text.find('\n');
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  text = text.substr(0, text.find('\n'));
  auto const first = text.find_first_not_of(" \t\r");
  auto const last = text.find_last_not_of(" \t\r");
  return first == text.npos ? std::string{} : std::string(text.substr(first, last + 1 - first));
}

/// The value of an integer literal, separators and suffixes removed; nothing for other numbers.
inline std::optional<i64> integer_value(std::string text) {
  std::erase(text, '\'');
  bool const binary = text.starts_with("0b") || text.starts_with("0B");
  char* end = nullptr;
  i64 const value =
      binary ? std::strtoll(text.c_str() + 2, &end, 2) : std::strtoll(text.c_str(), &end, 0);
  std::string_view const suffix = end;
  if (suffix.find_first_not_of("uUlLzZ") != suffix.npos) return std::nullopt;
  return value;
}

class source_scan {
public:
  source_scan(std::string_view text, std::vector<i64> const& literals)
      : text_(text), literals_(literals), tokens_(lex_source(text)) {}

  std::vector<finding> run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (is_library_call(i)) report(source_rule::library_call, i);
      if (is_clock(i)) report(source_rule::clock, i);
      if (is_stream(i)) report(source_rule::stream, i);
      if (is_benchmark_comparison(i)) report(source_rule::benchmark_literal, i);
    }
    scan_stores();
    return std::move(findings_);
  }

private:
  std::string_view at(std::size_t i) const {
    return i < tokens_.size() ? std::string_view(tokens_[i].text) : std::string_view{};
  }
  std::string_view before(std::size_t i) const { return i > 0 ? at(i - 1) : std::string_view{}; }
  bool is_number(std::size_t i) const {
    return i < tokens_.size() && tokens_[i].kind == token_kind::number;
  }
  bool is_identifier(std::size_t i) const { return tokens_[i].kind == token_kind::identifier; }
  bool is_member(std::size_t i) const { return before(i) == "." || before(i) == "->"; }

  void report(source_rule rule, std::size_t i) {
    findings_.push_back({rule, tokens_[i].line, source_line(text_, tokens_[i].line)});
  }

  bool is_library_call(std::size_t i) const {
    if (!is_identifier(i) || is_member(i)) return false;
    std::string_view const word = at(i);
    for (std::string_view const prefix : {"cublas", "cudnn", "cusparse"}) {
      if (word.starts_with(prefix) && at(i + 1) == "(") return true;
    }
    if (before(i) == "namespace") return i >= 2 && at(i - 2) == "using" && is_library(word);
    bool const nested = before(i) == "::" && i >= 2 && is_identifier(i - 2);
    if (at(i + 1) != "::" || nested) return false;
    return is_library(word) || (word == "cub" && at(i + 2).starts_with("Device"));
  }
  static bool is_library(std::string_view word) {
    return word == "cutlass" || word == "thrust" || word == "torch" || word == "at";
  }

  bool is_clock(std::size_t i) const {
    if (!is_identifier(i) || is_member(i)) return false;
    std::string_view const word = at(i);
    bool const called = at(i + 1) == "(";
    return (called && (word == "clock" || word == "clock64")) || word == "__clock" ||
           word == "__clock64" || word == "globaltimer" || word == "__globaltimer" ||
           word == "__nanosleep" || word == "nanosleep";
  }

  bool is_stream(std::size_t i) const {
    if (!is_identifier(i)) return false;
    std::string_view const word = at(i);
    return word.starts_with("cudaStreamCreate") || word.starts_with("cuStreamCreate") ||
           word == "cudaStreamPerThread" || word == "cudaStreamLegacy" ||
           word == "cudaStreamNonBlocking";
  }

  static bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
  }
  bool joins_constants(std::size_t i) const { return is_one_of(at(i), {"*", "<<"}); }

  /// The value of literals joined by * and << from token i on, if that is the whole operand.
  std::optional<i64> constant_from(std::size_t i) const {
    if (!is_number(i)) return std::nullopt;
    auto value = integer_value(tokens_[i].text);
    for (; value && joins_constants(i + 1) && is_number(i + 2); i += 2) {
      value = join(at(i + 1), *value, integer_value(tokens_[i + 2].text));
    }
    bool const goes_on = is_one_of(at(i + 1), {"*", "/", "%", "+", "-", "<<", ">>"});
    return goes_on ? std::nullopt : value;
  }
  static std::optional<i64> join(std::string_view op, i64 left, std::optional<i64> right) {
    if (!right || (op == "<<" && (*right < 0 || *right > 62))) return std::nullopt;
    u64 const bits = static_cast<u64>(left);
    return static_cast<i64>(op == "*" ? bits * static_cast<u64>(*right) : bits << *right);
  }
  /// The same for the operand that ends before token i.
  std::optional<i64> constant_before(std::size_t i) const {
    if (i == 0 || !is_number(i - 1)) return std::nullopt;
    std::size_t start = i - 1;
    while (start >= 2 && joins_constants(start - 1) && is_number(start - 2))
      start -= 2;
    bool const whole =
        is_one_of(before(start), {"", "(", ",", ";", "{", "}", "&", "|", "?", ":", "=", "return"});
    return whole ? constant_from(start) : std::nullopt;
  }

  bool is_benchmark_value(std::optional<i64> value) const {
    return value && *value > 1 &&
           std::find(literals_.begin(), literals_.end(), *value) != literals_.end();
  }

  bool is_benchmark_comparison(std::size_t i) const {
    if (is_identifier(i) && at(i) == "case") return is_benchmark_value(constant_from(i + 1));
    if (at(i) != "==" && at(i) != "!=") return false;
    if (is_compile_time(i)) return false;
    auto const left = constant_before(i), right = constant_from(i + 1);
    return !(left && right) && (is_benchmark_value(left) || is_benchmark_value(right));
  }
  /// Inside the parentheses of static_assert or `if constexpr`, or in a constexpr declaration: no
  /// run-time size is compared.
  bool is_compile_time(std::size_t i) const {
    int depth = 0;
    for (std::size_t k = i; k-- > 0 && !is_one_of(at(k), {";", "{", "}"});) {
      if (at(k) == "constexpr" && at(k + 1) != "(") return true;
      if (at(k) == ")") ++depth;
      if (at(k) != "(" || depth-- > 0) continue;
      if (is_one_of(before(k), {"static_assert", "constexpr"})) return true;
      depth = 0;
    }
    return false;
  }

  /// Whether token i is the `=` of a store: `...] =`, or `*name =` at a statement's start.
  bool is_store(std::size_t i) const {
    if (at(i) != "=" || i == 0) return false;
    if (before(i) == "]") return true;
    return i >= 3 && is_identifier(i - 1) && at(i - 2) == "*" &&
           is_one_of(at(i - 3), {";", "{", ")"});
  }
  void scan_stores() {
    std::size_t first = tokens_.size();
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (at(i).starts_with("atomic")) return;
      if (!is_store(i)) continue;
      std::size_t const value = at(i + 1) == "-" ? i + 2 : i + 1;
      if (!is_number(value) || at(value + 1) != ";") return;
      first = std::min(first, i);
    }
    if (first < tokens_.size()) report(source_rule::constant_stores, first);
  }

  std::string_view text_;
  std::vector<i64> const& literals_;
  std::vector<token> tokens_;
  std::vector<finding> findings_;
};

}  // namespace detail

/// Findings in the order of the text, constant_stores last. `benchmark_literals` are the extents
/// and seeds of the benchmark; one that is compared (==, != or case) at run time with anything but
/// another constant is a finding, but for values below 2 and for selection at compile time
/// (static_assert, constexpr).
inline std::vector<finding> find_in_source(std::string_view text,
                                           std::vector<i64> const& benchmark_literals) {
  return detail::source_scan(text, benchmark_literals).run();
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_SOURCE_FINDINGS_HPP
