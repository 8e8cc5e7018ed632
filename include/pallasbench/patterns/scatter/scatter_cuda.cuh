// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA executor of pattern scatter, in one launch: atomic additions of the updates and of x to sums
// that were cleared before it. For 16-bit types the sums are f32 in the workspace; blocks that come
// after those of the updates add x to them and round once. Else they are the output. A small array is one
// block's, which needs nothing cleared. Additions meet
// in any order, so results may differ in their last bits from run to run: scatter_sorted_cuda.cuh has
// the variant that does not.
#ifndef PALLASBENCH_PATTERNS_SCATTER_SCATTER_CUDA_CUH
#define PALLASBENCH_PATTERNS_SCATTER_SCATTER_CUDA_CUH

#include <pallasbench/core/device.cuh>
#include <pallasbench/patterns/scatter/scatter.hpp>

namespace pb::cuda {

namespace detail {

/// Update number n.
template <class Call>
__device__ __forceinline__ void add_update(Call const& call, i64 n) {
  using C = typename Call::sum_type;
  i64 const target = target_of(call, n);
  if (target >= 0) atomicAdd(call.sums() + target, added_value<C>(call, n));
}

/// The next tile that no block has taken, the same in every thread.
template <class Call>
__device__ __forceinline__ i64 take_tile(Call const& call) {
  __shared__ u64 tile;
  __syncthreads();
  if (threadIdx.x == 0) tile = atomicAdd(call.taken(), u64(1));
  __syncthreads();
  return i64(tile);
}

/// Tells that this block's updates of a tile are added: every thread's before its block's word.
template <class Call>
__device__ __forceinline__ void tell_done(Call const& call) {
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(call.done(), u64(1));
}

/// Waits for so many tiles of updates. Tiles are taken in order, so by blocks that run and wait for
/// none: this ends whichever blocks the device runs at once, in whichever order it starts them.
template <class Call>
__device__ __forceinline__ void wait_done(Call const& call, i64 tiles) {
  if (threadIdx.x == 0) {
    while (i64(*static_cast<u64 volatile*>(call.done())) < tiles) {
    }
  }
  __syncthreads();
  __threadfence();
}

/// A tile of additions to sums that are rounded: updates, or elements of x behind all updates, or both.
template <class Call>
__device__ __forceinline__ void add_and_round(Call const& call, i64 t) {
  using T = typename Call::element;
  using C = typename Call::sum_type;
  constexpr int threads = Call::tiles.threads_per_block;
  constexpr i64 block = Call::tiles.block_elements();
  i64 const first = t * block + threadIdx.x;
  i64 const tiles_of_updates = ceil_div(call.updates, block);
  if (t < tiles_of_updates) {
    PB_UNROLL
    for (int n = 0; n < Call::tiles.items_per_thread; ++n)
      if (first + n * threads < call.updates) add_update(call, first + n * threads);
    tell_done(call);
  }
  if ((t + 1) * block <= call.updates) return;
  wait_done(call, tiles_of_updates);
  PB_UNROLL
  for (int n = 0; n < Call::tiles.items_per_thread; ++n) {
    i64 const i = first + n * threads - call.updates;
    if (0 <= i && i < call.size)
      call.out[i] = static_cast<T>(static_cast<C>(input<T>(call, 0)[i]) + __ldcg(call.sums() + i));
  }
}

/// f(i) for this thread's share of [0, count), `at_once` values of what load(i) gives at a time: loads
/// come before what f stores.
template <int Threads, class Load, class F>
__device__ __forceinline__ void for_each_loaded(i64 count, Load const& load, F const& f) {
  constexpr int at_once = 4;
  for (i64 i = threadIdx.x; i < count; i += at_once * Threads) {
    decltype(load(i)) value[at_once];
    PB_UNROLL
    for (int n = 0; n < at_once; ++n)
      if (i + n * Threads < count) value[n] = load(i + n * Threads);
    PB_UNROLL
    for (int n = 0; n < at_once; ++n)
      if (i + n * Threads < count) f(i + n * Threads, value[n]);
  }
}

/// All of it by one block: sums start as x, or where they are rounded at zero.
template <class Call>
__device__ __forceinline__ void scatter_alone(Call const& call) {
  using T = typename Call::element;
  using C = typename Call::sum_type;
  constexpr int threads = Call::lone_threads;
  auto const x = [&](i64 i) { return static_cast<C>(input<T>(call, 0)[i]); };
  if constexpr (Call::rounds)
    for (i64 i = threadIdx.x; i < call.size; i += threads) call.sums()[i] = 0;
  else for_each_loaded<threads>(call.size, x, [&](i64 i, C value) { call.sums()[i] = value; });
  __syncthreads();
  for (i64 n = threadIdx.x; n < call.updates; n += threads) add_update(call, n);
  if constexpr (Call::rounds) {
    __syncthreads();
    for_each_loaded<threads>(call.size, x, [&](i64 i, C value) {
      call.out[i] = static_cast<T>(value + __ldcg(call.sums() + i));
    });
  }
}

}  // namespace detail

template <class Body, class T, class Index>
__global__ void __launch_bounds__(scatter_call<Body, T, Index>::lone_threads)
    scatter_kernel(__grid_constant__ scatter_call<Body, T, Index> const call) {
  using Call = scatter_call<Body, T, Index>;
  constexpr i64 block = Call::tiles.block_elements();
  i64 const tiles = ceil_div(call.additions(), block);
  if (call.fits_one_block()) {
    detail::scatter_alone(call);
    return;
  }
  if constexpr (Call::rounds) {
    for (i64 t = detail::take_tile(call); t < tiles; t = detail::take_tile(call)) {
      detail::add_and_round(call, t);
      if (gridDim.x >= tiles) return;  // a tile for each block
    }
  } else {
    for (i64 t = blockIdx.x; t < tiles; t += gridDim.x) {
      PB_UNROLL
      for (int n = 0; n < Call::tiles.items_per_thread; ++n) {
        i64 const a = t * block + n * Call::tiles.threads_per_block + threadIdx.x;
        i64 const i = a - call.updates;
        if (i < 0) detail::add_update(call, a);
        else if (i < call.size) atomicAdd(call.sums() + i, input<T>(call, 0)[i]);
      }
    }
  }
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_SCATTER_SCATTER_CUDA_CUH
