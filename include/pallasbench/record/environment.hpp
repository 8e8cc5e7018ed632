// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The machine and the build a record was made with, as plain data and as JSON. Finding these facts
// out is measure/'s part.
#ifndef PALLASBENCH_RECORD_ENVIRONMENT_HPP
#define PALLASBENCH_RECORD_ENVIRONMENT_HPP

#include <pallasbench/core/element.hpp>
#include <pallasbench/record/json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace pb::record {

/// What ran the kernel.
enum class backend { cuda, host };

inline std::string_view name(backend which) { return which == backend::cuda ? "cuda" : "host"; }

/// Every member is in the record under its own name; an empty optional is null there.
struct environment {
  pb::record::backend backend = backend::host;
  std::string device_name;                        // the GPU, or the CPU under backend::host
  std::optional<std::string> compute_capability;  // "9.0"
  std::optional<i64> sm_count;
  std::optional<i64> memory_bytes;
  std::optional<double> peak_bandwidth_gbps;
  std::optional<std::string> driver;
  std::optional<std::string> cuda_version;
  std::optional<std::string> cccl_version;
  std::string host_compiler;
  std::string cpu;
  std::string library_version;
  std::string source_hash;
  std::string created_at;  // UTC, ISO 8601
};

inline void write(json_writer& json, environment const& environment) {
  json.begin_object();
  json.member("backend", name(environment.backend));
  json.member("device_name", environment.device_name);
  json.member("compute_capability", environment.compute_capability);
  json.member("sm_count", environment.sm_count);
  json.member("memory_bytes", environment.memory_bytes);
  json.member("peak_bandwidth_gbps", environment.peak_bandwidth_gbps);
  json.member("driver", environment.driver);
  json.member("cuda_version", environment.cuda_version);
  json.member("cccl_version", environment.cccl_version);
  json.member("host_compiler", environment.host_compiler);
  json.member("cpu", environment.cpu);
  json.member("library_version", environment.library_version);
  json.member("source_hash", environment.source_hash);
  json.member("created_at", environment.created_at);
  json.end_object();
}

}  // namespace pb::record

#endif  // PALLASBENCH_RECORD_ENVIRONMENT_HPP
