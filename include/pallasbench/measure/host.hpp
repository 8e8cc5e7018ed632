// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The host that measured: processor, cores, compiler. Needs no CUDA; the device is in hardware.hpp.
#ifndef PALLASBENCH_MEASURE_HOST_HPP
#define PALLASBENCH_MEASURE_HOST_HPP

#include <fstream>
#include <ctime>
#include <string>
#include <thread>

namespace pb::measure {

/// `cpu` is empty where the system does not name it. `cores` are those that the system lets this
/// process see, hardware threads included.
struct host_facts {
  std::string cpu;
  std::string compiler;
  int cores = 0;
};

namespace detail {

inline std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    auto const colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return {};
}

/// Clang's own text names it ("Clang 18.1.3"), GCC's is a bare number.
inline std::string compiler_name() {
  std::string const version = __VERSION__;
  return version.find("lang") == std::string::npos ? "GCC " + version : version;
}

}  // namespace detail

inline host_facts find_host() {
  return {.cpu = detail::cpu_model(),
          .compiler = detail::compiler_name(),
          .cores = static_cast<int>(std::thread::hardware_concurrency())};
}

/// The time now, UTC, as ISO 8601 has it: "2026-11-30T18:00:00Z".
inline std::string utc_now() {
  std::time_t const now = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  return text;
}

}  // namespace pb::measure

#endif  // PALLASBENCH_MEASURE_HOST_HPP
