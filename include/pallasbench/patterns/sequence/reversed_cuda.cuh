// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA executor of pattern reversed: a thread takes a vec of bases, one 16-byte access in and one
// out where both ends allow it; a vec lies as far from the end of the input as from the start of
// the output.
#ifndef PALLASBENCH_PATTERNS_SEQUENCE_REVERSED_CUDA_CUH
#define PALLASBENCH_PATTERNS_SEQUENCE_REVERSED_CUDA_CUH

#include <pallasbench/core/device.cuh>
#include <pallasbench/patterns/sequence/reversed.hpp>

namespace pb::cuda {

namespace detail {

/// The bases of outputs at, at + 1, ...; Full: a whole vec of them, aligned in the input.
template <bool Full, class Call>
__device__ __forceinline__ auto load_reversed(Call const& call, i64 at) {
  constexpr int V = vec_size<u8>;
  static_assert(Call::tiles.items_per_thread == V, "pb::reversed: a thread takes one vec of bases");
  u8 const* const end = input<u8>(call, 0) + (call.length - at);
  tile<i32, V, no_rows> bases{};
  if constexpr (Full) {
    auto const chunk = *reinterpret_cast<vec<u8> const*>(end - V);
    PB_UNROLL
    for (int v = 0; v < V; ++v) bases.data[v] = chunk.data[V - 1 - v];
  } else {
    PB_UNROLL
    for (int v = 0; v < V; ++v)
      if (at + v < call.length) bases.data[v] = end[-1 - v];
  }
  return bases;
}

template <bool Full, class Call, class Tile>
__device__ __forceinline__ void store_reversed(Call const& call, i64 at, Tile const& y) {
  constexpr int V = vec_size<u8>;
  vec<u8> chunk;
  PB_UNROLL
  for (int v = 0; v < V; ++v) chunk.data[v] = static_cast<u8>(y.at(v));
  if constexpr (Full) {
    *reinterpret_cast<vec<u8>*>(call.out + at) = chunk;
  } else {
    PB_UNROLL
    for (int v = 0; v < V; ++v)
      if (at + v < call.length) call.out[at + v] = chunk.data[v];
  }
}

}  // namespace detail

template <class Body>
__global__ void __launch_bounds__(reversed_call<Body>::tiles.threads_per_block)
    reversed_kernel(__grid_constant__ reversed_call<Body> const call) {
  constexpr int V = vec_size<u8>;
  bool const aligned =
      is_vec_aligned(call.out) && is_vec_aligned(input<u8>(call, 0) + call.length);
  i64 const stride = i64(gridDim.x) * blockDim.x * V;
  for (i64 at = (i64(blockIdx.x) * blockDim.x + threadIdx.x) * V; at < call.length; at += stride) {
    if (aligned && at + V <= call.length)
      detail::store_reversed<true>(call, at, call.body(detail::load_reversed<true>(call, at)));
    else
      detail::store_reversed<false>(call, at, call.body(detail::load_reversed<false>(call, at)));
  }
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_SEQUENCE_REVERSED_CUDA_CUH
