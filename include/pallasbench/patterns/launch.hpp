// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Launching a kernel from its plan, whether nvcc compiled it or NVRTC: what the plan says is cleared
// first, in the stream, and no more blocks are launched than it allows.
#ifndef PALLASBENCH_PATTERNS_LAUNCH_HPP
#define PALLASBENCH_PATTERNS_LAUNCH_HPP

#include <pallasbench/patterns/plan.hpp>

#include <cuda_runtime_api.h>

#include <cstddef>

namespace pb::cuda {

/// The memory that a plan may have cleared.
struct cleared_memory {
  void* out;
  i64 out_bytes;
  void* workspace;
};

namespace detail {

inline cudaError_t clear(void* data, i64 bytes, cudaStream_t stream) {
  return bytes == 0 ? cudaSuccess : cudaMemsetAsync(data, 0, static_cast<std::size_t>(bytes), stream);
}

/// More dynamic shared memory than 48 KB is asked for first.
inline cudaError_t allow_shared_memory(void const* function, i64 bytes) {
  if (bytes <= 47 * 1024) return cudaSuccess;
  return cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                              static_cast<int>(bytes));
}

/// Where blocks wait for each other: no more of them than the device runs at once.
inline cudaError_t limit_to_resident(void const* function, plan& p) {
  if (!p.waits_for_all) return cudaSuccess;
  int device = 0, multiprocessors = 0, blocks = 0;
  cudaError_t status = cudaGetDevice(&device);
  if (status == cudaSuccess)
    status = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (status == cudaSuccess)
    status = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, function, p.threads_per_block, static_cast<std::size_t>(p.shared_memory_bytes));
  if (status == cudaSuccess)
    p.launched_blocks = min_of(p.launched_blocks, i64(blocks) * multiprocessors);
  return status;
}

}  // namespace detail

/// Enqueues a kernel whose only parameter is a struct at `parameter`, which is copied before this
/// returns. `function`: a __global__ function's address, or a cudaKernel_t. A plan without blocks
/// clears, and launches nothing.
inline cudaError_t launch_planned(void const* function, plan p, cleared_memory const& memory,
                                  cudaStream_t stream, void* parameter) {
  cudaError_t status = cudaSuccess;
  if (p.clears_output) status = detail::clear(memory.out, memory.out_bytes, stream);
  if (p.clears_workspace && status == cudaSuccess)
    status = detail::clear(memory.workspace, p.workspace_bytes, stream);
  if (status != cudaSuccess || p.launched_blocks == 0) return status;
  status = detail::allow_shared_memory(function, p.shared_memory_bytes);
  if (status == cudaSuccess) status = detail::limit_to_resident(function, p);
  if (status != cudaSuccess) return status;
  cudaLaunchAttribute cooperative{};
  cooperative.id = cudaLaunchAttributeCooperative;
  cooperative.val.cooperative = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(static_cast<unsigned>(p.launched_blocks));
  config.blockDim = dim3(static_cast<unsigned>(p.threads_per_block));
  config.dynamicSmemBytes = static_cast<std::size_t>(p.shared_memory_bytes);
  config.stream = stream;
  config.attrs = &cooperative;
  config.numAttrs = p.waits_for_all ? 1 : 0;
  void* parameters[] = {parameter};
  return cudaLaunchKernelExC(&config, function, parameters);
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_LAUNCH_HPP
