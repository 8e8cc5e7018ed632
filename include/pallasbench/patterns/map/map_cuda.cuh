// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA executor of pattern map: each block takes tiles of the plan's size in turn; a thread moves 16
// bytes an access where pointers and tile allow, single elements at ragged ends.
#ifndef PALLASBENCH_PATTERNS_MAP_MAP_CUDA_CUH
#define PALLASBENCH_PATTERNS_MAP_MAP_CUDA_CUH

#include <pallasbench/core/device.cuh>
#include <pallasbench/patterns/map/map.hpp>

namespace pb::cuda {

namespace detail {

// Element n of a thread's tile lies so far into the block's tile: chunks of a vec, block after block.
template <class Call>
__device__ __forceinline__ int map_offset(int n) {
  constexpr int V = vec_size<typename Call::element>;
  return (n / V * Call::tiles.threads_per_block + int(threadIdx.x)) * V + n % V;
}

/// Input I's tile at `base`. Full: the tile lies within the array and pointers are vec-aligned.
template <int I, bool Full, class Call>
__device__ __forceinline__ auto load_map_tile(Call const& call, i64 base, i64 size) {
  using T = typename Call::element;
  using C = compute_t<T>;
  constexpr int N = Call::tiles.items_per_thread;
  constexpr int V = vec_size<T>;
  T const* in = input<T>(call, I);
  tile<C, N, no_rows> result{};
  PB_UNROLL
  for (int n = 0; n < N; n += V) {
    i64 const at = base + map_offset<Call>(n);
    if constexpr (Full && !Call::template is_row_vector<I>) {
      auto const chunk = *reinterpret_cast<vec<T> const*>(in + at);
      PB_UNROLL
      for (int v = 0; v < V; ++v) result.data[n + v] = static_cast<C>(chunk.data[v]);
    } else {
      PB_UNROLL
      for (int v = 0; v < V; ++v) {
        i64 const from = Call::template is_row_vector<I> ? (at + v) % call.columns : at + v;
        if (Full || at + v < size) result.data[n + v] = static_cast<C>(in[from]);
      }
    }
  }
  return result;
}

template <bool Full, class Call, class Tile>
__device__ __forceinline__ void store_map_tile(Call const& call, i64 base, i64 size,
                                               Tile const& y) {
  using T = typename Call::element;
  constexpr int V = vec_size<T>;
  PB_UNROLL
  for (int n = 0; n < Call::tiles.items_per_thread; n += V) {
    i64 const at = base + map_offset<Call>(n);
    vec<T> chunk;
    PB_UNROLL
    for (int v = 0; v < V; ++v) chunk.data[v] = static_cast<T>(y.at(n + v));
    if constexpr (Full) {
      *reinterpret_cast<vec<T>*>(call.out + at) = chunk;
    } else {
      PB_UNROLL
      for (int v = 0; v < V; ++v)
        if (at + v < size) call.out[at + v] = chunk.data[v];
    }
  }
}

template <bool Full, class Call, int... I>
__device__ __forceinline__ void map_tile(Call const& call, i64 base, i64 size,
                                         pb::detail::indices<I...>) {
  store_map_tile<Full>(call, base, size,
                       call.body(load_map_tile<I, Full>(call, base, size)...));
}

template <class Call, int... I>
__device__ __forceinline__ bool map_is_aligned(Call const& call, pb::detail::indices<I...>) {
  return (is_vec_aligned(call.out) && ... &&
          (Call::template is_row_vector<I> || is_vec_aligned(call.in[I])));
}

}  // namespace detail

template <class Body, class T>
__global__ void __launch_bounds__(map_call<Body, T>::tiles.threads_per_block)
    map_kernel(__grid_constant__ map_call<Body, T> const call) {
  constexpr auto inputs = pb::detail::make_indices<num_inputs<Body>>{};
  constexpr i64 block = map_call<Body, T>::tiles.block_elements();
  i64 const size = call.size;
  bool const aligned = detail::map_is_aligned(call, inputs);
  for (i64 base = blockIdx.x * block; base < size; base += gridDim.x * block) {
    if (aligned && base + block <= size) detail::map_tile<true>(call, base, size, inputs);
    else detail::map_tile<false>(call, base, size, inputs);
  }
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_MAP_MAP_CUDA_CUH
