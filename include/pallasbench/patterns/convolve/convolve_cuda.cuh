// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA executor of pattern convolve: a thread takes four positions of one filter, or two of eight,
// four elements of a window at a time where channels and pointers allow. A thread's positions lie a
// block of threads apart, so that a warp reads consecutive rows: neighbours in one thread would share
// rows in registers, and its warp's reads meet in the banks of L1. Windows overlap there; a copy of
// them in shared memory would be read as often, and need barriers.
#ifndef PALLASBENCH_PATTERNS_CONVOLVE_CONVOLVE_CUDA_CUH
#define PALLASBENCH_PATTERNS_CONVOLVE_CONVOLVE_CUDA_CUH

#include <pallasbench/core/device.cuh>
#include <pallasbench/patterns/convolve/convolve.hpp>

namespace pb::cuda {

namespace detail {

inline constexpr int convolve_threads = tiling::convolve_tiling_at(0).threads_per_block;

/// The results of filters [f0, f0 + count) at position l: vecs where all are there and lie so.
template <int Filters, class Call, class C>
__device__ __forceinline__ void store_results(Call const& call, i64 l, i64 f0, int count,
                                              C const (&sum)[Filters]) {
  using T = typename Call::element;
  constexpr int V = Filters < vec_size<T> ? Filters : vec_size<T>;
  T* const out = call.out + l * call.filters + f0;
  T y[Filters];
  PB_UNROLL
  for (int f = 0; f < Filters; ++f)
    if (f < count) y[f] = static_cast<T>(call.result(sum[f], l, f0 + f));
  if (count == Filters && (V == 1 || reinterpret_cast<u64>(out) % (V * sizeof(T)) == 0)) {
    PB_UNROLL
    for (int f = 0; f < Filters; f += V) {
      vec<T, V> chunk;
      PB_UNROLL
      for (int v = 0; v < V; ++v) chunk.data[v] = y[f + v];
      *reinterpret_cast<vec<T, V>*>(out + f) = chunk;
    }
  } else {
    PB_UNROLL
    for (int f = 0; f < Filters; ++f)
      if (f < count) out[f] = y[f];
  }
}

/// Filters [f0, f0 + Filters) at Positions positions, convolve_threads apart from l on, whose windows
/// are cut as that at l; V elements of each window a step.
template <int Filters, int V, int Positions, class Call>
__device__ __forceinline__ void convolve_positions(Call const& call, i64 l, i64 f0,
                                                   typename Call::window const& w) {
  using T = typename Call::element;
  using C = compute_t<T>;
  using chunk = vec<T, V>;
  i64 const filter_size = call.taps * call.channels;
  i64 const size = (w.end - w.begin) * call.channels;
  i64 const stride = convolve_threads * call.channels;
  int const count = Filters == 1 ? 1 : int(min_of(Filters, call.filters - f0));
  T const* const x = input<T>(call, 0) + w.first * call.channels;
  T const* const filter = input<T>(call, 1) + f0 * filter_size + w.begin * call.channels;
  C sum[Positions][Filters] = {};
  for (i64 i = 0; i < size; i += V) {
    chunk row[Positions];
    PB_UNROLL
    for (int p = 0; p < Positions; ++p)
      row[p] = *reinterpret_cast<chunk const*>(x + p * stride + i);
    PB_UNROLL
    for (int f = 0; f < Filters; ++f) {
      if (f >= count) continue;
      chunk const tap = *reinterpret_cast<chunk const*>(filter + f * filter_size + i);
      PB_UNROLL
      for (int p = 0; p < Positions; ++p)
        PB_UNROLL
        for (int v = 0; v < V; ++v)
          sum[p][f] += static_cast<C>(row[p].data[v]) * static_cast<C>(tap.data[v]);
    }
  }
  PB_UNROLL
  for (int p = 0; p < Positions; ++p)
    store_results(call, l + p * convolve_threads, f0, count, sum[p]);
}

/// The blocks of a grid: those of one range of positions are neighbours. Away from the sequence's ends
/// all windows are whole.
template <int Tiling, int V, class Call>
__device__ __forceinline__ void convolve_blocks(Call const& call) {
  constexpr auto tiles = tiling::convolve_tiling_at(Tiling);
  constexpr int Filters = tiles.filters_per_thread;
  constexpr int Positions = tiles.positions_per_thread;
  constexpr int block_positions = tiles.block_positions();
  i64 const across = Filters == 1 ? 1 : ceil_div(call.filters, Filters);
  i64 const blocks = across * ceil_div(call.length, block_positions);
  for (i64 b = blockIdx.x; b < blocks; b += gridDim.x) {
    i64 const first = b / across * block_positions;
    i64 const f0 = b % across * Filters;
    i64 const l = first + threadIdx.x;
    if (first >= call.left_padding() &&
        first + block_positions + call.taps - 1 - call.left_padding() <= call.length) {
      convolve_positions<Filters, V, Positions>(call, l, f0, call.window_at(l));
    } else {
      i64 const end = min_of(first + block_positions, call.length);
      for (i64 i = l; i < end; i += convolve_threads)
        convolve_positions<Filters, V, 1>(call, i, f0, call.window_at(i));
    }
  }
}

template <class Call>
__device__ __forceinline__ bool windows_are_aligned(Call const& call, int V) {
  u64 const address =
      reinterpret_cast<u64>(call.in[0]) | reinterpret_cast<u64>(call.in[1]);
  return call.channels % V == 0 && address % (V * sizeof(typename Call::element)) == 0;
}

}  // namespace detail

/// Tiling is a number of tiling::convolve_tiling_at.
template <class Body, class T, int Tiling>
__global__ void __launch_bounds__(detail::convolve_threads,
                                  tiling::convolve_tiling_at(Tiling).blocks_per_multiprocessor)
    convolve_kernel(__grid_constant__ convolve_call<Body, T> const call) {
  if (detail::windows_are_aligned(call, 4)) detail::convolve_blocks<Tiling, 4>(call);
  else detail::convolve_blocks<Tiling, 1>(call);
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_CONVOLVE_CONVOLVE_CUDA_CUH
