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

/// Input I's tile of block b. Full: every element is valid and a chunk is 16 aligned bytes of one row.
template <int I, bool Full, class Call>
__device__ __forceinline__ auto load_map_tile(Call const& call, i64 b) {
  using T = typename Call::template input_type<I>;
  using C = compute_t<T>;
  constexpr int N = Call::tiles.items_per_thread;
  constexpr int V = vec_size<typename Call::element>;
  T const* in = input<T>(call, I);
  using scope = element_runs<V, V * Call::tiles.threads_per_block, Full>;
  tile<C, N, scope> result{{}, {call.position_of(b, map_offset<Call>(0)).at}};
  PB_UNROLL
  for (int n = 0; n < N; n += V) {
    if constexpr (Full) {
      auto const first = call.position_of(b, map_offset<Call>(n));
      i64 const from = Call::template is_row_vector<I> ? first.column : first.at;
      auto const chunk = *reinterpret_cast<vec<T, V> const*>(in + from);
      PB_UNROLL
      for (int v = 0; v < V; ++v) result.data[n + v] = static_cast<C>(chunk.data[v]);
    } else {
      PB_UNROLL
      for (int v = 0; v < V; ++v) {
        auto const p = call.position_of(b, map_offset<Call>(n + v));
        i64 const from = Call::template is_row_vector<I> ? p.column : p.at;
        if (p.valid) result.data[n + v] = static_cast<C>(in[from]);
      }
    }
  }
  return result;
}

template <bool Full, class Call, class Tile>
__device__ __forceinline__ void store_map_tile(Call const& call, i64 b, Tile const& y) {
  using T = typename Call::output_type;
  constexpr int V = vec_size<typename Call::element>;
  PB_UNROLL
  for (int n = 0; n < Call::tiles.items_per_thread; n += V) {
    vec<T, V> chunk;
    PB_UNROLL
    for (int v = 0; v < V; ++v) chunk.data[v] = static_cast<T>(y.at(n + v));
    if constexpr (Full) {
      i64 const at = call.position_of(b, map_offset<Call>(n)).at;
      *reinterpret_cast<vec<T, V>*>(call.out + at) = chunk;
    } else {
      PB_UNROLL
      for (int v = 0; v < V; ++v) {
        auto const p = call.position_of(b, map_offset<Call>(n + v));
        if (p.valid) call.out[p.at] = chunk.data[v];
      }
    }
  }
}

template <bool Full, class Call, int... I>
__device__ __forceinline__ void map_block(Call const& call, i64 b, pb::detail::indices<I...>) {
  store_map_tile<Full>(call, b, call.body(load_map_tile<I, Full>(call, b)...));
}

/// Whether a chunk may be accessed as 16 bytes wherever it lies in a full block.
template <class Call>
__device__ __forceinline__ bool map_is_aligned(Call const& call) {
  bool aligned = is_vec_aligned(call.out);
  for (int i = 0; i < Call::inputs; ++i) aligned = aligned && is_vec_aligned(call.in[i]);
  constexpr int V = vec_size<typename Call::element>;
  return aligned && (!Call::has_rows || (call.columns % V == 0 && call.block_columns() % V == 0));
}

}  // namespace detail

template <class Body, class T>
__global__ void __launch_bounds__(map_call<Body, T>::tiles.threads_per_block)
    map_kernel(__grid_constant__ map_call<Body, T> const call) {
  constexpr auto inputs = pb::detail::make_indices<num_inputs<Body>>{};
  bool const aligned = detail::map_is_aligned(call);
  i64 const blocks = call.num_blocks();
  for (i64 b = blockIdx.x; b < blocks; b += gridDim.x) {
    if (aligned && call.is_full(b)) detail::map_block<true>(call, b, inputs);
    else detail::map_block<false>(call, b, inputs);
  }
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_MAP_MAP_CUDA_CUH
