// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What a record takes from the program that makes it: the host, the library's version, and the texts
// and hashes that tools/cmake/embed_sources.cmake put into it.
#ifndef PALLASBENCH_RECORD_THIS_PROGRAM_HPP
#define PALLASBENCH_RECORD_THIS_PROGRAM_HPP

#include <pallasbench/measure/host.hpp>
#include <pallasbench/record/embedded_sources.hpp>
#include <pallasbench/record/environment.hpp>
#include <pallasbench/record/variants.hpp>
#include <pallasbench/robust/evaluation.hpp>
#include <pallasbench/version.hpp>

#include <cuda/version>

#include <optional>
#include <string>

namespace pb::record {

/// The environment of a run on the host executors.
inline environment host_environment() {
  auto const host = measure::find_host();
  environment e;
  e.backend = backend::host;
  e.device_name = host.cpu;
  e.host_compiler = host.compiler;
  e.cpu = host.cpu;
  e.cccl_version = std::to_string(CCCL_MAJOR_VERSION) + "." + std::to_string(CCCL_MINOR_VERSION) +
                   "." + std::to_string(CCCL_PATCH_VERSION);
  e.library_version = PALLASBENCH_VERSION_STRING;
  e.source_hash = library_source_hash();
  e.created_at = measure::utc_now();
  return e;
}

/// The hash of an embedded kernel file, as kernel_hash has it; empty where it is not embedded.
inline std::string hash_of(std::string const& file) {
  for (auto const& hash : kernel_hashes())
    if (hash.file == file) return std::string(hash.sha);
  return {};
}

/// The text of an embedded kernel file, and the same under tiling::whole_array; nothing where the file
/// is not embedded or has not exactly one line `using tiles = ...;`.
inline std::optional<robust::kernel_texts> texts_of(std::string const& file) {
  std::string fixed(embedded_text(file));
  auto original = whole_array_text(fixed);
  if (!original) return std::nullopt;
  return robust::kernel_texts{std::move(fixed), std::move(*original)};
}

}  // namespace pb::record

#endif  // PALLASBENCH_RECORD_THIS_PROGRAM_HPP
