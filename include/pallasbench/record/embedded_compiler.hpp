// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// A kernel compiler over the sources embedded in this program, so that what is compiled is what the
// records quote, whatever has become of the files.
#ifndef PALLASBENCH_RECORD_EMBEDDED_COMPILER_HPP
#define PALLASBENCH_RECORD_EMBEDDED_COMPILER_HPP

#include <pallasbench/record/embedded_sources.hpp>
#include <pallasbench/robust/kernel_compiler.hpp>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace pb::record {

/// Compiles for `arch`, as "sm_90". Precompiled headers live in the folder for temporary files.
inline robust::kernel_compiler embedded_compiler(std::string const& arch) {
  std::vector<jit::source_file> headers;
  for (auto const& source : embedded_sources())
    headers.push_back({std::string(source.name), std::string(source.text)});
  return {std::move(headers), arch, std::filesystem::temp_directory_path().string()};
}

}  // namespace pb::record

#endif  // PALLASBENCH_RECORD_EMBEDDED_COMPILER_HPP
