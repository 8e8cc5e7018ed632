// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// A cubin on the device: load it, find its kernels, ask what they use, launch them. Through the
// CUDA runtime, so that a program that links this starts on a machine without a driver; each call
// then returns the runtime's error.
#ifndef PALLASBENCH_JIT_LOADED_MODULE_HPP
#define PALLASBENCH_JIT_LOADED_MODULE_HPP

#include <cuda_runtime_api.h>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pb::jit {

/// A kernel of a loaded_module, valid as long as that is.
struct kernel {
  cudaKernel_t handle = nullptr;

  void const* function() const { return static_cast<void const*>(handle); }
};

/// Owns a cudaLibrary_t. (Not called `module`: a line that starts with that word is a module
/// declaration in C++20.)
class loaded_module {
public:
  loaded_module() = default;
  loaded_module(loaded_module&& other) noexcept
      : library_(std::exchange(other.library_, nullptr)) {}
  loaded_module& operator=(loaded_module&& other) noexcept {
    std::swap(library_, other.library_);
    return *this;
  }
  ~loaded_module() { unload(); }

  /// Replaces what was loaded before. `cubin` may go away afterwards.
  cudaError_t load(std::vector<char> const& cubin) {
    unload();
    if (cubin.empty()) return cudaErrorInvalidValue;
    return cudaLibraryLoadData(&library_, cubin.data(), nullptr, nullptr, 0, nullptr, nullptr, 0);
  }

  /// By its lowered name; cudaErrorSymbolNotFound or the runtime's own error if there is none.
  cudaError_t find(std::string const& lowered_name, kernel& found) const {
    if (library_ == nullptr) return cudaErrorInvalidResourceHandle;
    return cudaLibraryGetKernel(&found.handle, library_, lowered_name.c_str());
  }

private:
  void unload() {
    // Fails if the runtime is already shutting down, and then there is nothing left to unload.
    if (library_ != nullptr) static_cast<void>(cudaLibraryUnload(library_));
    library_ = nullptr;
  }

  cudaLibrary_t library_ = nullptr;
};

/// What the driver says of a kernel on the current device. Shared memory is the static part.
struct kernel_facts {
  int registers_per_thread = 0;
  int shared_memory_bytes = 0;
  int local_memory_bytes = 0;
  int max_threads_per_block = 0;
};

inline cudaError_t read_facts(kernel which, kernel_facts& facts) {
  cudaFuncAttributes attributes{};
  auto const error = cudaFuncGetAttributes(&attributes, which.function());
  if (error != cudaSuccess) return error;
  facts = {.registers_per_thread = attributes.numRegs,
           .shared_memory_bytes = static_cast<int>(attributes.sharedSizeBytes),
           .local_memory_bytes = static_cast<int>(attributes.localSizeBytes),
           .max_threads_per_block = attributes.maxThreadsPerBlock};
  return cudaSuccess;
}

/// Lets `which` be launched with that much dynamic shared memory. Without this the limit is 48 KB
/// with the static part; with it, what the device has. More than that: cudaErrorInvalidValue.
inline cudaError_t allow_dynamic_smem(kernel which, std::size_t dynamic_smem) {
  if (dynamic_smem == 0) return cudaSuccess;
  cudaFuncAttributes attributes{};
  auto const error = cudaFuncGetAttributes(&attributes, which.function());
  if (error != cudaSuccess) return error;
  if (dynamic_smem <= static_cast<std::size_t>(attributes.maxDynamicSharedSizeBytes)) {
    return cudaSuccess;
  }
  return cudaFuncSetAttribute(which.function(), cudaFuncAttributeMaxDynamicSharedMemorySize,
                              static_cast<int>(dynamic_smem));
}

/// Warps that fit on a multiprocessor at once, in percent of what it can hold; nothing on error.
inline std::optional<double> occupancy_pct(kernel which, int threads_per_block,
                                           std::size_t dynamic_smem) {
  if (allow_dynamic_smem(which, dynamic_smem) != cudaSuccess) return std::nullopt;
  int device = 0;
  int max_threads = 0;
  int blocks = 0;
  if (cudaGetDevice(&device) != cudaSuccess ||
      cudaDeviceGetAttribute(&max_threads, cudaDevAttrMaxThreadsPerMultiProcessor, device) !=
          cudaSuccess ||
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, which.function(), threads_per_block,
                                                    dynamic_smem) != cudaSuccess) {
    return std::nullopt;
  }
  constexpr int warp_size = 32;
  int const warps_per_block = (threads_per_block + warp_size - 1) / warp_size;
  return 100.0 * blocks * warps_per_block * warp_size / max_threads;
}

/// Launches with one or more parameters, `parameters[i]` pointing to the i-th. Asynchronous; an
/// error in the kernel itself shows in a later call.
inline cudaError_t launch(kernel which, dim3 grid, dim3 block, std::size_t dynamic_smem,
                          cudaStream_t stream, void** parameters) {
  auto const error = allow_dynamic_smem(which, dynamic_smem);
  if (error != cudaSuccess) return error;
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = block;
  config.dynamicSmemBytes = dynamic_smem;
  config.stream = stream;
  return cudaLaunchKernelExC(&config, which.function(), parameters);
}

/// cudaErrorInvalidValue if a kernel's first parameter has another size.
inline cudaError_t check_parameter(kernel which, std::size_t size) {
  std::size_t offset = 0;
  std::size_t expected = 0;
  auto const error = cudaFuncGetParamInfo(which.function(), 0, &offset, &expected);
  if (error != cudaSuccess) return error;
  return expected == size ? cudaSuccess : cudaErrorInvalidValue;
}

/// Launches a kernel whose only parameter is a struct of `size` bytes at `parameter`, which is
/// copied before this returns. cudaErrorInvalidValue if the kernel's parameter has another size.
inline cudaError_t launch(kernel which, dim3 grid, dim3 block, std::size_t dynamic_smem,
                          cudaStream_t stream, void* parameter, std::size_t size) {
  auto const error = check_parameter(which, size);
  if (error != cudaSuccess) return error;
  void* parameters[] = {parameter};
  return launch(which, grid, block, dynamic_smem, stream, parameters);
}

}  // namespace pb::jit

#endif  // PALLASBENCH_JIT_LOADED_MODULE_HPP
