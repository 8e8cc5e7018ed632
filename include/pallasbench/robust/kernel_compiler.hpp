// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Compiles a kernel's text by NVRTC, cold and with its executors' headers precompiled.
#ifndef PALLASBENCH_ROBUST_KERNEL_COMPILER_HPP
#define PALLASBENCH_ROBUST_KERNEL_COMPILER_HPP

#include <pallasbench/jit/compile.hpp>
#include <pallasbench/jit/warm_compile.hpp>
#include <pallasbench/robust/backend.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pb::robust {

class kernel_compiler {
 public:
  /// `headers` are the library's own, so that what is compiled is what was embedded.
  kernel_compiler(std::vector<jit::source_file> headers, std::string arch, std::string pch_dir)
      : headers_(std::move(headers)), arch_(std::move(arch)), pch_dir_(std::move(pch_dir)) {}

  /// The text to a cubin, without a precompiled header.
  compilation compile(problem const& p, std::string const& text, jit::compiled& code) const {
    code = jit::compile(request_for(p, text));
    compilation result{.compiled = code.ok, .log = code.log, .ptx = {}, .lowered_names = {},
                       .seconds = code.seconds, .warm_seconds = {}};
    if (!code.ok) return result;
    result.ptx = code.ptx;
    result.lowered_names = code.lowered_names;
    return result;
  }

  /// What the same takes with the executors' headers precompiled; nothing where they cannot be.
  std::optional<double> warm_seconds(problem const& p, std::string const& text) const {
    auto const warm = jit::warm_compile(request_for(p, text));
    return warm.ok && warm.used_pch ? std::optional(warm.seconds) : std::nullopt;
  }

 private:
  static void add_once(std::vector<std::string>& list, std::string const& name) {
    if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
  }

  jit::request request_for(problem const& p, std::string const& text) const {
    jit::request wanted;
    wanted.name = "kernel.hpp";
    wanted.text = text;
    wanted.headers = headers_;
    for (auto const& step : p.steps) {
      add_once(wanted.pre_includes, step.entry.header);
      wanted.name_expressions.push_back(step.entry.expression);
    }
    wanted.arch = arch_;
    wanted.pch_dir = pch_dir_;
    return wanted;
  }

  std::vector<jit::source_file> headers_;
  std::string arch_;
  std::string pch_dir_;
};

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_KERNEL_COMPILER_HPP
