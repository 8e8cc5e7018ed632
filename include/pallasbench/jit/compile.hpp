// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Text to cubin through NVRTC, timed. Needs no GPU and no driver. warm_compile.hpp is the same with
// a precompiled header; loaded_module.hpp runs the result.
#ifndef PALLASBENCH_JIT_COMPILE_HPP
#define PALLASBENCH_JIT_COMPILE_HPP

#include <pallasbench/jit/program.hpp>
#include <pallasbench/jit/request.hpp>
#include <pallasbench/jit/resource_usage.hpp>

#include <nvrtc.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace pb::jit {

/// What became of a request. `log` holds the errors and warnings, or is empty. `lowered_names` has
/// one name per name expression, in order; `resources` one entry per kernel of the cubin.
/// `seconds` is NVRTC's time from text to cubin, and nothing else.
struct compiled {
  bool ok = false;
  std::string log;
  std::string ptx;
  std::vector<char> cubin;
  std::vector<std::string> lowered_names;
  std::vector<resource_usage> resources;
  double seconds = 0;
  bool used_pch = false;
};

namespace detail {

inline void add_lowered_names(program const& unit, request const& wanted, compiled& result) {
  for (auto const& expression : wanted.name_expressions) {
    auto const lowered = unit.lowered_name(expression);
    if (lowered.empty()) {
      result.ok = false;
      result.log += wanted.name + ": no such entity: " + expression + '\n';
    }
    result.lowered_names.push_back(lowered);
  }
}

inline compiled compile_with(request const& wanted, std::vector<std::string> const& options) {
  auto const start = std::chrono::steady_clock::now();
  program unit(wanted);
  auto const status = unit.compile(options);
  compiled result;
  if (status == NVRTC_SUCCESS) result.cubin = unit.cubin();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  auto parsed = parse_log(unit.log());
  result.log = std::move(parsed.messages);
  result.resources = std::move(parsed.resources);
  result.ok = status == NVRTC_SUCCESS && !result.cubin.empty();
  if (result.ok) {
    result.ptx = unit.ptx();
    add_lowered_names(unit, wanted, result);
  } else if (result.log.empty()) {
    result.log = wanted.name + ": " + nvrtcGetErrorString(status) + '\n';
  }
  return result;
}

/// NVRTC loads its builtins when it first compiles. That is done here, once per process, so that no
/// kernel's time includes it. A failure shows in the compile that follows.
inline void load_compiler() {
  static bool const loaded = [] {
    request const nothing{.name = "empty.cu", .text = "__global__ void empty() {}"};
    program unit(nothing);
    return unit.compile({}) == NVRTC_SUCCESS;
  }();
  static_cast<void>(loaded);
}

}  // namespace detail

/// Compiles without a precompiled header; `pch_dir` is not read. Threads may call this at once, but
/// NVRTC lets them through one at a time: parallel compiles are parallel processes.
inline compiled compile(request const& wanted) {
  detail::load_compiler();
  return detail::compile_with(wanted, options_of(wanted));
}

}  // namespace pb::jit

#endif  // PALLASBENCH_JIT_COMPILE_HPP
