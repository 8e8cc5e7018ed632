// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What a kernel uses, as ptxas reports it in NVRTC's log under --ptxas-options=-v: facts of the
// cubin that are known without a device. Where there is one, loaded_module.hpp asks the driver.
#ifndef PALLASBENCH_JIT_RESOURCE_USAGE_HPP
#define PALLASBENCH_JIT_RESOURCE_USAGE_HPP

#include <cctype>
#include <charconv>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace pb::jit {

/// Of one kernel, named as in compiled::lowered_names. Shared memory is the static part, local
/// memory the stack of one thread with all that it calls.
struct resource_usage {
  std::string kernel;
  int registers_per_thread = 0;
  int shared_memory_bytes = 0;
  int local_memory_bytes = 0;
  int spill_store_bytes = 0;
  int spill_load_bytes = 0;
};

/// A log in two: what is meant for people, and what ptxas said of each kernel.
struct parsed_log {
  std::string messages;
  std::vector<resource_usage> resources;
};

namespace detail {

/// The integer right before `unit`: 32 in "Used 32 registers" for " registers".
inline std::optional<int> number_before(std::string_view line, std::string_view unit) {
  auto const end = line.find(unit);
  if (end == std::string_view::npos) return std::nullopt;
  auto begin = end;
  while (begin > 0 && std::isdigit(static_cast<unsigned char>(line[begin - 1])) != 0)
    --begin;
  int value = 0;
  auto const parsed = std::from_chars(line.data() + begin, line.data() + end, value);
  return parsed.ec == std::errc{} ? std::optional(value) : std::nullopt;
}

/// The text between the first two apostrophes.
inline std::string quoted(std::string_view line) {
  auto const begin = line.find('\'');
  auto const end = line.find('\'', begin + 1);
  if (begin == std::string_view::npos || end == std::string_view::npos) return {};
  return std::string(line.substr(begin + 1, end - begin - 1));
}

inline bool is_resource_line(std::string_view line) {
  return line.starts_with("ptxas info") || line.starts_with("ptxas         .");
}

/// One report is four lines: "Compiling entry function", "Function properties", the stack frame of
/// that function, and "Used ... registers". Other functions' frames may follow and are passed over.
inline void read_resource_line(std::string_view line, std::vector<resource_usage>& resources,
                               bool& open) {
  if (line.find("Compiling entry function") != std::string_view::npos) {
    resources.push_back({.kernel = quoted(line)});
    open = true;
  }
  if (!open) return;
  auto& usage = resources.back();
  if (auto const frame = number_before(line, " bytes stack frame")) {
    usage.local_memory_bytes = *frame;
    usage.spill_store_bytes = number_before(line, " bytes spill stores").value_or(0);
    usage.spill_load_bytes = number_before(line, " bytes spill loads").value_or(0);
  }
  if (auto const registers = number_before(line, " registers")) {
    usage.registers_per_thread = *registers;
    usage.shared_memory_bytes = number_before(line, " bytes smem").value_or(0);
    usage.local_memory_bytes =
        number_before(line, " bytes cumulative stack size").value_or(usage.local_memory_bytes);
    open = false;
  }
}

}  // namespace detail

/// Takes the reports of ptxas out of `log`; its warnings and errors stay.
inline parsed_log parse_log(std::string const& log) {
  parsed_log parsed;
  std::istringstream lines(log);
  bool open = false;
  for (std::string line; std::getline(lines, line);) {
    if (detail::is_resource_line(line)) {
      detail::read_resource_line(line, parsed.resources, open);
    } else if (!line.empty()) {
      parsed.messages += line + '\n';
    }
  }
  return parsed;
}

}  // namespace pb::jit

#endif  // PALLASBENCH_JIT_RESOURCE_USAGE_HPP
