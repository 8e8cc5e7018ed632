// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The device at hand: what it is, how fast its memory could be, which driver runs it. The host is
// in host.hpp, the bandwidth that can really be had in ceiling.hpp.
#ifndef PALLASBENCH_MEASURE_HARDWARE_HPP
#define PALLASBENCH_MEASURE_HARDWARE_HPP

#include <pallasbench/core/element.hpp>
#include <pallasbench/jit/toolkit.hpp>
#include <pallasbench/measure/nvml.hpp>

#include <cuda_runtime_api.h>

#include <fstream>
#include <optional>
#include <sstream>
#include <string>

namespace pb::measure {

/// `arch` is the name that jit::request::arch takes. `peak_bandwidth_gbps` is memory clock times
/// bus width times two (both edges), 0 if the driver does not tell the clock. `peak_f32_gflops` is the
/// rate of f32 multiply-adds outside tensor cores at the highest clock, two operations each; nothing
/// for an architecture whose width is not known here. `driver` is
/// "580.159.04", or where that is not known the CUDA version it serves, as "CUDA 13.0".
/// `cuda_version` is that of the runtime this program is linked with.
struct device_facts {
  int device = 0;
  std::string name;
  std::string compute_capability;  // "9.0"
  std::string arch;                // "sm_90"
  int sm_count = 0;
  i64 memory_bytes = 0;
  i64 l2_bytes = 0;
  double peak_bandwidth_gbps = 0;
  std::optional<double> peak_f32_gflops;
  std::string driver;
  std::string cuda_version;
};

namespace detail {

/// 13000 is "13.0".
inline std::string cuda_version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// The first word of the kernel module's report that looks like 580.159.04.
inline std::optional<std::string> driver_version_of_kernel_module() {
  std::ifstream report("/proc/driver/nvidia/version");
  std::string line;
  if (!std::getline(report, line)) return std::nullopt;
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    bool const numeric = word.find_first_not_of("0123456789.") == std::string::npos;
    if (numeric && word.find('.') != std::string::npos) return word;
  }
  return std::nullopt;
}

inline std::string driver_version() {
  if (auto const version = nvml::instance().driver_version()) return *version;
  if (auto const version = driver_version_of_kernel_module()) return *version;
  int version = 0;
  if (cudaDriverGetVersion(&version) != cudaSuccess || version == 0) return "unknown";
  return "CUDA " + cuda_version_text(version);
}

/// An attribute of the device; 0 if the runtime does not know it.
inline int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  return cudaDeviceGetAttribute(&value, which, device) == cudaSuccess ? value : 0;
}

inline double peak_bandwidth_gbps(int device) {
  double clock_khz = attribute(cudaDevAttrMemoryClockRate, device);
  if (clock_khz == 0) clock_khz = 1e3 * nvml::instance().max_memory_clock(device).value_or(0);
  double const bus_bits = attribute(cudaDevAttrGlobalMemoryBusWidth, device);
  return clock_khz * 1e3 * (bus_bits / 8) * 2 / 1e9;
}

/// f32 multiply-adds a clock of one multiprocessor [CUDA C++ Programming Guide, arithmetic
/// instructions]; 0 where that table does not say.
inline int f32_lanes(int major, int minor) {
  switch (10 * major + minor) {
    case 70: case 72: case 75: case 80: return 64;
    case 86: case 87: case 89: case 90: case 100: case 103: case 120: case 121: return 128;
    default: return 0;
  }
}

inline std::optional<double> peak_f32_gflops(cudaDeviceProp const& properties, int device) {
  double const lanes = f32_lanes(properties.major, properties.minor);
  double const ghz = attribute(cudaDevAttrClockRate, device) * 1e-6;
  double const peak = 2 * lanes * properties.multiProcessorCount * ghz;
  return peak > 0 ? std::optional(peak) : std::nullopt;
}

inline std::string runtime_version() {
  int version = 0;
  return cudaRuntimeGetVersion(&version) == cudaSuccess ? cuda_version_text(version) : "unknown";
}

/// Whether `device` exists; if not, `why_not` says so in a sentence.
inline bool is_present(int device, std::string& why_not) {
  int count = 0;
  auto const error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    why_not = std::string("CUDA finds no device: ") + cudaGetErrorString(error);
    return false;
  }
  if (device >= 0 && device < count) return true;
  why_not =
      "there is no CUDA device " + std::to_string(device) + "; " + std::to_string(count) + " found";
  return false;
}

}  // namespace detail

/// The SM clock at this moment in MHz; nothing where NVML is missing or forbidden.
inline std::optional<int> sm_clock_mhz(int device = 0) {
  return detail::nvml::instance().sm_clock(device);
}

/// The facts of a device. Nothing on a machine without a driver or device, and then `why_not` is a
/// sentence for people. Does not make a context.
inline std::optional<device_facts> find_device(std::string& why_not, int device = 0) {
  if (!detail::is_present(device, why_not)) return std::nullopt;
  cudaDeviceProp properties{};
  auto const error = cudaGetDeviceProperties(&properties, device);
  if (error != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    why_not = std::string("the device does not answer: ") + cudaGetErrorString(error);
    return std::nullopt;
  }
  return device_facts{.device = device,
                      .name = properties.name,
                      .compute_capability =
                          std::to_string(properties.major) + "." + std::to_string(properties.minor),
                      .arch = jit::arch_name(properties.major, properties.minor),
                      .sm_count = properties.multiProcessorCount,
                      .memory_bytes = static_cast<i64>(properties.totalGlobalMem),
                      .l2_bytes = properties.l2CacheSize,
                      .peak_bandwidth_gbps = detail::peak_bandwidth_gbps(device),
                      .peak_f32_gflops = detail::peak_f32_gflops(properties, device),
                      .driver = detail::driver_version(),
                      .cuda_version = detail::runtime_version()};
}

}  // namespace pb::measure

#endif  // PALLASBENCH_MEASURE_HARDWARE_HPP
