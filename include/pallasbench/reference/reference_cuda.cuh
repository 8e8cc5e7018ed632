// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The f64 reference on a GPU: Thrust's CUDA system. Needs nvcc.
#ifndef PALLASBENCH_REFERENCE_REFERENCE_CUDA_CUH
#define PALLASBENCH_REFERENCE_REFERENCE_CUDA_CUH

#include <pallasbench/reference/reference.hpp>

#include <thrust/system/cuda/execution_policy.h>

namespace pb::cuda {

/// out[i] = the call's result at flat index i, in f64, all pointers on the device; enqueued on the
/// stream. Thrust reports a failed launch by an exception, which becomes the returned status.
template <class Call>
cudaError_t evaluate_reference(Call const& call, double* out, cudaStream_t stream) {
  try {
    auto const policy = thrust::cuda::par_nosync.on(stream);
    reference::evaluate(policy, call, out);
    return cudaSuccess;
  } catch (thrust::system_error const& e) {
    return static_cast<cudaError_t>(e.code().value());
  }
}

/// The same for a sequence, in memory allocated and freed on the stream for what lies between the
/// steps.
template <class Body, class T>
cudaError_t evaluate_reference(steps_call<Body, T> const& call, double* out, cudaStream_t stream) {
  reference::widened_steps steps(call);
  void* memory = nullptr;
  auto const bytes = static_cast<size_t>(max_of(steps.bytes(), 1));
  cudaError_t status = cudaMallocAsync(&memory, bytes, stream);
  if (status != cudaSuccess) return status;
  try {
    auto const policy = thrust::cuda::par_nosync.on(stream);
    steps.bind(policy, memory, out).for_each_step([&](auto const& step, auto) {
      if (status == cudaSuccess) status = evaluate_reference(step, step.out, stream);
    });
  } catch (thrust::system_error const& e) {
    status = static_cast<cudaError_t>(e.code().value());
  }
  cudaError_t const freed = cudaFreeAsync(memory, stream);
  return status == cudaSuccess ? freed : status;
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_REFERENCE_REFERENCE_CUDA_CUH
