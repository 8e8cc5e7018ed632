// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Compiles a kernel's text by NVRTC, cold and with its executor's header precompiled.
#ifndef PALLASBENCH_ROBUST_KERNEL_COMPILER_HPP
#define PALLASBENCH_ROBUST_KERNEL_COMPILER_HPP

#include <pallasbench/jit/compile.hpp>
#include <pallasbench/jit/warm_compile.hpp>
#include <pallasbench/robust/backend.hpp>

#include <string>
#include <utility>
#include <vector>

namespace pb::robust {

class kernel_compiler {
 public:
  /// `headers` are the library's own, so that what is compiled is what was embedded.
  kernel_compiler(std::vector<jit::source_file> headers, std::string arch, std::string pch_dir)
      : headers_(std::move(headers)), arch_(std::move(arch)), pch_dir_(std::move(pch_dir)) {}

  /// The text to a cubin. The warm time is measured for the fixed variant alone.
  compilation compile(problem const& p, variant v, std::string const& text,
                      jit::compiled& code) const {
    auto const wanted = request_for(p, text);
    code = jit::compile(wanted);
    compilation result{.compiled = code.ok, .log = code.log, .ptx = {}, .lowered_name = {},
                       .seconds = code.seconds, .warm_seconds = {}};
    if (!code.ok) return result;
    result.ptx = code.ptx;
    result.lowered_name = code.lowered_names.at(0);
    if (v == variant::original) return result;
    if (auto const warm = jit::warm_compile(wanted); warm.ok && warm.used_pch) {
      result.warm_seconds = warm.seconds;
    }
    return result;
  }

 private:
  jit::request request_for(problem const& p, std::string const& text) const {
    jit::request wanted;
    wanted.name = "kernel.hpp";
    wanted.text = text;
    wanted.headers = headers_;
    wanted.pre_includes = {p.entry.header};
    wanted.name_expressions = {p.entry.expression};
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
