// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA executor of pattern sequence: a histogram in shared memory for each block, added to the output at
// the end, while it fits there; atomic additions to the output where it does not. The output is
// cleared before the launch.
#ifndef PALLASBENCH_PATTERNS_SEQUENCE_SEQUENCE_CUDA_CUH
#define PALLASBENCH_PATTERNS_SEQUENCE_SEQUENCE_CUDA_CUH

#include <pallasbench/core/device.cuh>
#include <pallasbench/patterns/sequence/sequence.hpp>

namespace pb::cuda {

template <class Body>
__global__ void __launch_bounds__(sequence_call<Body>::tiles.threads_per_block)
    sequence_kernel(__grid_constant__ sequence_call<Body> const call) {
  constexpr i64 block = sequence_call<Body>::tiles.block_elements();
  extern __shared__ i32 private_counts[];
  i32 const private_bins = call.is_private() ? i32(call.body.bins()) : 0;
  i32* const counts = call.is_private() ? private_counts : call.out;
  for (i32 b = threadIdx.x; b < private_bins; b += blockDim.x) private_counts[b] = 0;
  __syncthreads();
  i64 const windows = call.windows();
  for (i64 base = blockIdx.x * block; base < windows; base += gridDim.x * block) {
    for (i64 i = threadIdx.x; i < block && base + i < windows; i += blockDim.x) {
      i32 const bin = window_bin(call, base + i);
      if (bin >= 0) atomicAdd(counts + bin, 1);
    }
  }
  __syncthreads();
  for (i32 b = threadIdx.x; b < private_bins; b += blockDim.x)
    if (private_counts[b] != 0) atomicAdd(call.out + b, private_counts[b]);
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_SEQUENCE_SEQUENCE_CUDA_CUH
