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

// Element n of a thread's tile lies so far into the block: chunks of a vec, block after block.
template <class Call>
__device__ __forceinline__ int map_offset(int n) {
  constexpr int V = vec_size<typename Call::element>;
  return (n / V * Call::tiles.threads_per_block + int(threadIdx.x)) * V + n % V;
}

/// The elements of a thread's tile in a block of `count`, that of the block's element i from
/// in[place(i)]. Chunks: those of a vec lie in the block, and in memory, as a whole.
template <bool Chunks, class Call, class T, class C, int N, class Place>
__device__ __forceinline__ void load_map_elements(T const* in, int count, Place place,
                                                  C (&data)[N]) {
  constexpr int V = vec_size<typename Call::element>;
  PB_UNROLL
  for (int n = 0; n < N; n += V) {
    int const i = map_offset<Call>(n);
    if constexpr (Chunks) {
      if (i >= count) continue;
      auto const chunk = *reinterpret_cast<vec<T, V> const*>(in + place(i));
      PB_UNROLL
      for (int v = 0; v < V; ++v) data[n + v] = static_cast<C>(chunk.data[v]);
    } else {
      PB_UNROLL
      for (int v = 0; v < V; ++v)
        if (i + v < count) data[n + v] = static_cast<C>(in[place(i + v)]);
    }
  }
}

/// Input I's tile of a block. Chunks: those of a vec are 16 aligned bytes, of one row where there are
/// rows, and in the block as a whole or not at all.
template <int I, bool Chunks, class Call>
__device__ __forceinline__ auto load_map_tile(Call const& call, typename Call::span const& span) {
  using T = typename Call::template input_type<I>;
  using C = compute_t<T>;
  constexpr int N = Call::tiles.items_per_thread;
  constexpr int V = vec_size<typename Call::element>;
  constexpr bool is_row_vector = Call::template is_row_vector<I>;
  using scope = element_runs<V, V * Call::tiles.threads_per_block, Chunks || !Call::has_rows>;
  T const* in = input<T>(call, I);
  tile<C, N, scope> result{{}, {span.first + map_offset<Call>(0)}};
  // Two loops, not one with a choice in it, which would divide in blocks of one row as well.
  if (is_row_vector && call.columns <= Call::block) {
    load_map_elements<Chunks, Call>(
        in, span.count, [&](int i) { return u32(i) % u32(call.columns); }, result.data);
  } else {
    i64 const first = is_row_vector ? span.column : span.first;
    load_map_elements<Chunks, Call>(in + first, span.count, [](int i) { return i; }, result.data);
  }
  return result;
}
template <int I, bool Chunks, class Call>
__device__ __forceinline__ auto load_map_tile(Call const& call, i64 b) {
  return load_map_tile<I, Chunks>(call, call.span_of(b));
}

template <bool Chunks, class Call, class Tile>
__device__ __forceinline__ void store_map_tile(Call const& call, typename Call::span const& span,
                                               Tile const& y) {
  using T = typename Call::output_type;
  constexpr int V = vec_size<typename Call::element>;
  PB_UNROLL
  for (int n = 0; n < Call::tiles.items_per_thread; n += V) {
    int const i = map_offset<Call>(n);
    T* const to = call.out + span.first + i;
    vec<T, V> chunk;
    PB_UNROLL
    for (int v = 0; v < V; ++v) chunk.data[v] = static_cast<T>(y.at(n + v));
    if constexpr (Chunks) {
      if (i < span.count) *reinterpret_cast<vec<T, V>*>(to) = chunk;
    } else {
      PB_UNROLL
      for (int v = 0; v < V; ++v)
        if (i + v < span.count) to[v] = chunk.data[v];
    }
  }
}

template <bool Chunks, class Call, int... I>
__device__ __forceinline__ void map_block(Call const& call, typename Call::span const& span,
                                          pb::detail::indices<I...>) {
  store_map_tile<Chunks>(call, span, call.body(load_map_tile<I, Chunks>(call, span)...));
}

/// Whether chunks are 16 aligned bytes, of one row where there are rows.
template <class Call>
__device__ __forceinline__ bool map_is_aligned(Call const& call) {
  bool aligned = is_vec_aligned(call.out);
  for (int i = 0; i < Call::inputs; ++i) aligned = aligned && is_vec_aligned(call.in[i]);
  return aligned && (!Call::has_rows || call.columns % vec_size<typename Call::element> == 0);
}

}  // namespace detail

template <class Body, class T>
__global__ void __launch_bounds__(map_call<Body, T>::tiles.threads_per_block,
                                  map_call<Body, T>::least_resident)
    map_kernel(__grid_constant__ map_call<Body, T> const call) {
  constexpr auto inputs = pb::detail::make_indices<num_inputs<Body>>{};
  constexpr int V = vec_size<typename map_call<Body, T>::element>;
  bool const aligned = detail::map_is_aligned(call);
  for (i64 b = blockIdx.x; call.has_block(b); b += gridDim.x) {
    auto const span = call.span_of(b);
    if (aligned && span.count % V == 0) detail::map_block<true>(call, span, inputs);
    else detail::map_block<false>(call, span, inputs);
  }
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_MAP_MAP_CUDA_CUH
