// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// PTX text cut into instructions and operands, as far as a data-flow analysis needs it. What the
// instructions do is in ptx_flow.hpp.
#ifndef PALLASBENCH_ROBUST_PTX_TEXT_HPP
#define PALLASBENCH_ROBUST_PTX_TEXT_HPP

#include <pallasbench/core/element.hpp>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pb::robust {

/// One operand. `words` are the registers, symbols and immediates in it: several for {%f1,%f2} and
/// for %r1|%p1; the base (and a register offset) of an address [base+offset].
struct ptx_argument {
  std::vector<std::string> words;
  bool is_address = false;
  i64 offset = 0;
};

/// `@guard opcode.modifiers arguments`; `parts` is the opcode split at its dots.
struct ptx_instruction {
  std::string guard;
  std::vector<std::string> parts;
  std::vector<ptx_argument> arguments;

  std::string const& opcode() const { return parts.front(); }
  bool has(std::string_view modifier) const {
    for (auto const& part : parts) {
      if (part == modifier || part.starts_with(std::string(modifier) + "::")) return true;
    }
    return false;
  }
};

enum class ptx_space { shared, local, global, constant };

/// A kernel: its parameters' names in order, its instructions, and the module's variables.
struct ptx_kernel {
  std::string name;
  std::vector<std::string> parameters;
  std::vector<ptx_instruction> instructions;
  std::map<std::string, ptx_space, std::less<>> variables;
};

namespace detail {

inline std::string_view trim(std::string_view text) {
  auto const first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first);
}

/// Without comments and without .loc and .file lines, which end at the line and not at a semicolon.
inline std::string strip_ptx(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    bool const line = text.starts_with("//") || text.starts_with(".loc\t") ||
                      text.starts_with(".loc ") || text.starts_with(".file");
    std::size_t skipped = 0;
    if (line)
      skipped = text.find('\n');
    else if (text.starts_with("/*"))
      skipped = text.find("*/", 2);
    else
      out += text.front(), skipped = 1;
    text.remove_prefix(std::min(skipped, text.size()));
    if (!line && skipped > 1) text.remove_prefix(std::min<std::size_t>(2, text.size()));
  }
  return out;
}

/// Splits at `separator` outside brackets and braces.
inline std::vector<std::string_view> split_top(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char const c = text[i];
    depth += c == '[' || c == '{' || c == '(';
    depth -= c == ']' || c == '}' || c == ')';
    if (c != separator || depth != 0) continue;
    parts.push_back(trim(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  parts.push_back(trim(text.substr(begin)));
  return parts;
}

inline std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  auto const flush = [&] {
    if (!word.empty()) words.push_back(word);
    word.clear();
  };
  for (char const c : text) {
    bool const part = std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' ||
                      c == '%' || c == '.' || c == '-';
    if (part)
      word += c;
    else
      flush();
  }
  flush();
  return words;
}

inline bool is_immediate(std::string_view word) {
  char const c = word.empty() ? '\0' : word.front();
  return c == '-' || std::isdigit(static_cast<unsigned char>(c)) != 0;
}

inline ptx_argument parse_argument(std::string_view text) {
  ptx_argument argument;
  argument.is_address = text.starts_with('[');
  for (auto& word : words_of(text)) {
    if (argument.is_address && is_immediate(word))
      argument.offset += std::strtoll(word.c_str(), nullptr, 0);
    else
      argument.words.push_back(std::move(word));
  }
  return argument;
}

inline std::vector<std::string> split_opcode(std::string_view opcode) {
  std::vector<std::string> parts;
  for (auto const part : split_top(opcode, '.'))
    parts.emplace_back(part);
  return parts;
}

/// One statement, without its semicolon; nothing for a directive.
inline std::optional<ptx_instruction> parse_instruction(std::string_view statement) {
  ptx_instruction instruction;
  if (statement.starts_with('@')) {
    auto const end = statement.find_first_of(" \t\n");
    if (end == statement.npos) return std::nullopt;
    auto const from = statement.find_first_not_of("@!");
    instruction.guard = statement.substr(from, end - from);
    statement = trim(statement.substr(end));
  }
  if (statement.empty() || statement.starts_with('.')) return std::nullopt;
  auto const end = std::min(statement.size(), statement.find_first_of(" \t\n"));
  instruction.parts = split_opcode(statement.substr(0, end));
  auto const rest = trim(statement.substr(end));
  if (rest.empty()) return instruction;
  for (auto const text : split_top(rest, ','))
    instruction.arguments.push_back(parse_argument(text));
  return instruction;
}

/// Removes labels and scope braces in front of a statement.
inline std::string_view skip_labels(std::string_view statement) {
  for (;;) {
    statement = trim(statement);
    if (statement.starts_with('{') || statement.starts_with('}')) {
      statement.remove_prefix(1);
      continue;
    }
    auto const end = statement.find_first_of(" \t\n:[{,");
    if (end == statement.npos || statement[end] != ':' || statement.substr(end).starts_with("::")) {
      return statement;
    }
    statement.remove_prefix(end + 1);
  }
}

inline void declare_variables(std::string_view text, ptx_kernel& kernel) {
  std::pair<std::string_view, ptx_space> const spaces[] = {{".shared ", ptx_space::shared},
                                                           {".local ", ptx_space::local},
                                                           {".global ", ptx_space::global},
                                                           {".const ", ptx_space::constant}};
  for (auto const& [directive, space] : spaces) {
    for (auto at = text.find(directive); at != text.npos; at = text.find(directive, at + 1)) {
      auto declaration = text.substr(at, text.find(';', at) - at);
      declaration = declaration.substr(0, declaration.find_first_of("[={"));
      auto const words = words_of(declaration);
      if (!words.empty()) kernel.variables[words.back()] = space;
    }
  }
}

/// The text from `open` at position `from` to its partner, both left out.
inline std::string_view enclosed(std::string_view text, std::size_t from, char open, char close) {
  auto const begin = text.find(open, from);
  int depth = 0;
  for (auto i = begin; i < text.size(); ++i) {
    depth += text[i] == open;
    depth -= text[i] == close;
    if (depth == 0) return text.substr(begin + 1, i - begin - 1);
  }
  return {};
}

/// The parameters' names: the last word of each declaration, its extent left out.
inline std::vector<std::string> parameter_names(std::string_view declarations) {
  std::vector<std::string> names;
  for (auto const each : split_top(declarations, ',')) {
    auto const words = words_of(each.substr(0, each.find('[')));
    if (!words.empty()) names.push_back(words.back());
  }
  return names;
}

inline std::vector<ptx_instruction> parse_body(std::string_view body) {
  std::vector<ptx_instruction> instructions;
  while (!body.empty()) {
    auto const end = std::min(body.size(), body.find(';'));
    auto const statement = skip_labels(body.substr(0, end));
    if (auto each = parse_instruction(statement)) instructions.push_back(std::move(*each));
    body.remove_prefix(std::min(body.size(), end + 1));
  }
  return instructions;
}

/// Where the .entry of that name stands (the first for an empty name), npos where there is none.
inline std::size_t find_entry(std::string_view text, std::string_view name) {
  auto at = text.find(".entry");
  for (; at != text.npos; at = text.find(".entry", at + 1)) {
    auto const found = trim(text.substr(at + 6, text.find_first_of("({", at) - at - 6));
    if (name.empty() || found == name) break;
  }
  return at;
}

}  // namespace detail

/// The kernel of the given name, or the first one for an empty name; nothing where there is none.
inline std::optional<ptx_kernel> parse_ptx(std::string_view ptx, std::string_view name) {
  std::string const stripped = detail::strip_ptx(ptx);
  std::string_view const text = stripped;
  auto const at = detail::find_entry(text, name);
  auto const open = text.find_first_of("({", at);
  if (at == text.npos || open == text.npos) return std::nullopt;
  ptx_kernel kernel;
  kernel.name = detail::trim(text.substr(at + 6, open - at - 6));
  if (text[open] == '(') {
    kernel.parameters = detail::parameter_names(detail::enclosed(text, open, '(', ')'));
  }
  kernel.instructions = detail::parse_body(detail::enclosed(text, open, '{', '}'));
  detail::declare_variables(text, kernel);
  return kernel;
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_PTX_TEXT_HPP
