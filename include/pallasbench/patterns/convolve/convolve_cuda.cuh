// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA executor of pattern convolve: a thread takes one position and up to eight filters, four
// elements of its window at a time where channels and pointers allow. Neighbours' windows overlap
// in L1; a copy of them in shared memory would be read as often, and need barriers.
#ifndef PALLASBENCH_PATTERNS_CONVOLVE_CONVOLVE_CUDA_CUH
#define PALLASBENCH_PATTERNS_CONVOLVE_CONVOLVE_CUDA_CUH

#include <pallasbench/core/device.cuh>
#include <pallasbench/patterns/convolve/convolve.hpp>

namespace pb::cuda {

namespace detail {

/// Filters [f0, f0 + count) at position l; V elements of the window a step.
template <int Filters, int V, class Call>
__device__ __forceinline__ void convolve_position(Call const& call, i64 l, i64 f0) {
  using T = typename Call::element;
  using C = compute_t<T>;
  using chunk = vec<T, V>;
  auto const w = call.window_at(l);
  i64 const filter_size = call.taps * call.channels;
  i64 const size = (w.end - w.begin) * call.channels;
  int const count = int(min_of(Filters, call.filters - f0));
  T const* const x = input<T>(call, 0) + w.first * call.channels;
  T const* const filter = input<T>(call, 1) + f0 * filter_size + w.begin * call.channels;
  C sum[Filters] = {};
  for (i64 i = 0; i < size; i += V) {
    chunk const row = *reinterpret_cast<chunk const*>(x + i);
    PB_UNROLL
    for (int f = 0; f < Filters; ++f) {
      if (f >= count) continue;
      chunk const tap = *reinterpret_cast<chunk const*>(filter + f * filter_size + i);
      PB_UNROLL
      for (int v = 0; v < V; ++v)
        sum[f] += static_cast<C>(row.data[v]) * static_cast<C>(tap.data[v]);
    }
  }
  PB_UNROLL
  for (int f = 0; f < Filters; ++f)
    if (f < count)
      call.out[l * call.filters + f0 + f] = static_cast<T>(call.result(sum[f], l, f0 + f));
}

/// The blocks of a grid: those of one range of positions are neighbours.
template <int Filters, int V, class Call>
__device__ __forceinline__ void convolve_blocks(Call const& call) {
  i64 const across = ceil_div(call.filters, Filters);
  i64 const blocks = across * ceil_div(call.length, blockDim.x);
  for (i64 b = blockIdx.x; b < blocks; b += gridDim.x) {
    i64 const l = b / across * blockDim.x + threadIdx.x;
    if (l < call.length) convolve_position<Filters, V>(call, l, b % across * Filters);
  }
}

template <class Call>
__device__ __forceinline__ bool windows_are_aligned(Call const& call, int V) {
  u64 const address =
      reinterpret_cast<u64>(call.in[0]) | reinterpret_cast<u64>(call.in[1]);
  return call.channels % V == 0 && address % (V * sizeof(typename Call::element)) == 0;
}

}  // namespace detail

template <class Body, class T>
__global__ void __launch_bounds__(tiling::select_convolve(1).threads_per_block)
    convolve_kernel(__grid_constant__ convolve_call<Body, T> const call) {
  constexpr int one = tiling::select_convolve(1).filters_per_thread;
  constexpr int many = tiling::select_convolve(2).filters_per_thread;
  bool const aligned = detail::windows_are_aligned(call, 4);
  if (call.filters == 1) {
    if (aligned) detail::convolve_blocks<one, 4>(call);
    else detail::convolve_blocks<one, 1>(call);
  } else {
    if (aligned) detail::convolve_blocks<many, 4>(call);
    else detail::convolve_blocks<many, 1>(call);
  }
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_CONVOLVE_CONVOLVE_CUDA_CUH
