// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA executor of pattern scatter, in one launch: atomic additions of x and of the updates to sums
// that were cleared before it. For 16-bit types the sums are f32 in the workspace, and the last
// block to arrive rounds them once; else they are the output. Additions meet in any order, so
// results may differ in their last bits from run to run: scatter_sorted_cuda.cuh has the variant
// that does not.
#ifndef PALLASBENCH_PATTERNS_SCATTER_SCATTER_CUDA_CUH
#define PALLASBENCH_PATTERNS_SCATTER_SCATTER_CUDA_CUH

#include <pallasbench/core/device.cuh>
#include <pallasbench/patterns/scatter/scatter.hpp>

namespace pb::cuda {

namespace detail {

/// Addition number a: an element of x, or update a - size.
template <class Call>
__device__ __forceinline__ void add_one(Call const& call, i64 a) {
  using T = typename Call::element;
  using C = typename Call::sum_type;
  if (a < call.size) {
    atomicAdd(call.sums() + a, static_cast<C>(input<T>(call, 0)[a]));
  } else {
    i64 const target = target_of(call, a - call.size);
    if (target >= 0) atomicAdd(call.sums() + target, added_value<C>(call, a - call.size));
  }
}

/// Whether all other blocks have added. Every thread's additions come before its block's arrival.
template <class Call>
__device__ __forceinline__ bool arrives_last(Call const& call) {
  __shared__ bool last;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicInc(call.arrived(), gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  __threadfence();
  return last;
}

}  // namespace detail

template <class Body, class T, class Index>
__global__ void __launch_bounds__(scatter_call<Body, T, Index>::tiles.threads_per_block)
    scatter_kernel(__grid_constant__ scatter_call<Body, T, Index> const call) {
  using Call = scatter_call<Body, T, Index>;
  constexpr i64 block = Call::tiles.block_elements();
  i64 const additions = call.additions();
  for (i64 base = blockIdx.x * block; base < additions; base += gridDim.x * block) {
    PB_UNROLL
    for (int n = 0; n < Call::tiles.items_per_thread; ++n) {
      i64 const a = base + n * Call::tiles.threads_per_block + threadIdx.x;
      if (a < additions) detail::add_one(call, a);
    }
  }
  if constexpr (Call::rounds) {
    if (!detail::arrives_last(call)) return;
    for (i64 i = threadIdx.x; i < call.size; i += Call::tiles.threads_per_block)
      call.out[i] = static_cast<T>(__ldcg(call.sums() + i));
  }
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_SCATTER_SCATTER_CUDA_CUH
