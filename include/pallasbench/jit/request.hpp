// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What NVRTC is asked to compile, as plain data. compile.hpp compiles it.
#ifndef PALLASBENCH_JIT_REQUEST_HPP
#define PALLASBENCH_JIT_REQUEST_HPP

#include <string>
#include <vector>

namespace pb::jit {

/// A header held in memory. `name` is what stands in the #include: "pallasbench/core/element.hpp".
struct source_file {
  std::string name;
  std::string text;

  friend bool operator==(source_file const&, source_file const&) = default;
};

/// One translation unit. `text` is compiled exactly as given, as C++20.
///
/// Headers are looked for in `headers` first, then under `include_dirs`. Each of `pre_includes` is
/// included, in order, before the first line of `text`; they alone make up the precompiled header,
/// because an include guard around `text` hides the #includes inside it from NVRTC's own search
/// for a common prefix. They must be guarded against being included twice.
struct request {
  std::string name = {};  // in messages: "softmax.hpp"
  std::string text = {};
  std::vector<source_file> headers = {};
  std::vector<std::string> pre_includes = {};
  std::vector<std::string> include_dirs = {};
  std::vector<std::string> name_expressions = {};  // "pb::row_kernel<float>"
  std::string arch = {};                           // "sm_90"
  std::vector<std::string> extra_options = {};
  std::string pch_dir = {};  // where warm_compile may write; empty: no precompiled header

  friend bool operator==(request const&, request const&) = default;
};

/// NVRTC's command line for `wanted`. Caching is off: a time read from a cache is no compile time.
/// The seed is fixed: it goes into the names of variables with internal linkage, and with a random
/// one the same text gives another PTX and cubin each time. A generic lambda in a kernel, which can have
/// no annotation, is the device's, as nvcc has it.
inline std::vector<std::string> options_of(request const& wanted) {
  std::vector<std::string> options{"--gpu-architecture=" + wanted.arch, "--std=c++20",
                                   "--ptxas-options=-v", "--no-cache", "--frandom-seed=1",
                                   "--device-as-default-execution-space"};
  for (auto const& dir : wanted.include_dirs)
    options.push_back("--include-path=" + dir);
  for (auto const& header : wanted.pre_includes)
    options.push_back("--pre-include=" + header);
  options.insert(options.end(), wanted.extra_options.begin(), wanted.extra_options.end());
  return options;
}

}  // namespace pb::jit

#endif  // PALLASBENCH_JIT_REQUEST_HPP
