// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The few facts that only NVIDIA's management library tells: driver version and clocks. It comes
// with the driver, so it is looked for at run time; without it every answer is "not known". Reads
// only: no setting of a device is changed here.
#ifndef PALLASBENCH_MEASURE_NVML_HPP
#define PALLASBENCH_MEASURE_NVML_HPP

#include <cuda_runtime_api.h>

#include <array>
#include <dlfcn.h>
#include <optional>
#include <string>

namespace pb::measure::detail {

/// NVML's C interface, as far as it is used here; the toolkit need not ship nvml.h. Results are
/// nvmlReturn_t, 0 for success; a device handle is a pointer.
class nvml {
public:
  /// Loaded once per process and kept until it ends.
  static nvml const& instance() {
    static nvml const library;
    return library;
  }

  std::optional<std::string> driver_version() const {
    std::array<char, 80> text{};
    auto const get = function<int(char*, unsigned)>("nvmlSystemGetDriverVersion");
    if (get == nullptr || get(text.data(), text.size()) != 0) return std::nullopt;
    return std::string(text.data());
  }

  /// MHz, now and at most, of the CUDA device of that number.
  std::optional<int> sm_clock(int device) const {
    return clock(device, "nvmlDeviceGetClockInfo", clock_sm);
  }
  std::optional<int> max_memory_clock(int device) const {
    return clock(device, "nvmlDeviceGetMaxClockInfo", clock_memory);
  }

private:
  static constexpr int clock_sm = 1;  // nvmlClockType_t
  static constexpr int clock_memory = 2;

  nvml() : library_(dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)) {
    auto const initialize = function<int()>("nvmlInit_v2");
    if (initialize == nullptr || initialize() != 0) library_ = nullptr;
  }

  template <class Signature>
  Signature* function(char const* name) const {
    return library_ == nullptr ? nullptr : reinterpret_cast<Signature*>(dlsym(library_, name));
  }

  /// CUDA and NVML number devices differently; the PCI bus address is common to both.
  void* handle(int device) const {
    std::array<char, 32> address{};
    void* found = nullptr;
    auto const get = function<int(char const*, void**)>("nvmlDeviceGetHandleByPciBusId_v2");
    if (get == nullptr ||
        cudaDeviceGetPCIBusId(address.data(), address.size(), device) != cudaSuccess) {
      return nullptr;
    }
    return get(address.data(), &found) == 0 ? found : nullptr;
  }

  std::optional<int> clock(int device, char const* query, int type) const {
    unsigned mhz = 0;
    auto const get = function<int(void*, int, unsigned*)>(query);
    void* const found = handle(device);
    if (get == nullptr || found == nullptr || get(found, type, &mhz) != 0) return std::nullopt;
    return static_cast<int>(mhz);
  }

  void* library_;
};

}  // namespace pb::measure::detail

#endif  // PALLASBENCH_MEASURE_NVML_HPP
