// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// A kernel that does nothing: what a launch costs by itself.
#ifndef PALLASBENCH_MEASURE_EMPTY_KERNEL_HPP
#define PALLASBENCH_MEASURE_EMPTY_KERNEL_HPP

#include <pallasbench/jit/compile.hpp>
#include <pallasbench/jit/loaded_module.hpp>
#include <pallasbench/jit/toolkit.hpp>
#include <pallasbench/measure/status.hpp>

#include <cuda_runtime_api.h>

#include <string>

namespace pb::measure {

/// The architecture of the current device, as jit::request::arch takes it.
inline status current_arch(std::string& arch) {
  int device = 0;
  int major = 0;
  int minor = 0;
  auto const attribute = [&](int& value, cudaDeviceAttr which) {
    return check(cudaDeviceGetAttribute(&value, which, device), "compute capability");
  };
  auto result = in_order([&] { return check(cudaGetDevice(&device), "current device"); },
                         [&] { return attribute(major, cudaDevAttrComputeCapabilityMajor); },
                         [&] { return attribute(minor, cudaDevAttrComputeCapabilityMinor); });
  arch = jit::arch_name(major, minor);
  return result;
}

/// Compiled for the current device, loaded, and ready to launch.
class empty_kernel {
public:
  status load() {
    jit::request wanted{.name = "empty.cu", .text = "extern \"C\" __global__ void empty() {}\n"};
    jit::compiled built;
    return in_order([&] { return current_arch(wanted.arch); },
                    [&] {
                      built = jit::compile(wanted);
                      if (built.ok) return status{};
                      return status{cudaErrorInvalidKernelImage, built.log};
                    },
                    [&] { return check(module_.load(built.cubin), "loading the empty kernel"); },
                    [&] { return check(module_.find("empty", kernel_), "the empty kernel"); });
  }

  cudaError_t launch(cudaStream_t stream) const {
    return jit::launch(kernel_, dim3(1), dim3(32), 0, stream, nullptr);
  }

private:
  jit::loaded_module module_;
  jit::kernel kernel_;
};

}  // namespace pb::measure

#endif  // PALLASBENCH_MEASURE_EMPTY_KERNEL_HPP
