// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA executor of one_hot calls: a thread writes 16 bytes of one row at a time, single elements
// where rows or the pointer do not allow that.
#ifndef PALLASBENCH_PATTERNS_INDEX_ONE_HOT_CUDA_CUH
#define PALLASBENCH_PATTERNS_INDEX_ONE_HOT_CUDA_CUH

#include <pallasbench/core/device.cuh>
#include <pallasbench/patterns/index/one_hot.hpp>

namespace pb::cuda {

namespace detail {

/// A block, V elements a thread at a time, four times at once: indices are loaded before the stores.
template <int V, class Call>
__device__ __forceinline__ void write_rows_block(Call const& call, i64 b) {
  using T = typename Call::element;
  using Index = typename Call::template input_type<0>;
  constexpr int at_once = 4;
  constexpr int step = Call::tiles.threads_per_block * V;
  auto const blocks = call.blocks_of_rows();
  auto const span = blocks.span_of(b);
  auto const by = blocks.step_of(step);
  int const first = int(threadIdx.x) * V;
  auto place = blocks.place_of(span, first);
  for (int i = first; i < span.count; i += at_once * step) {
    Index index[at_once] = {};
    i64 column[at_once];
    PB_UNROLL
    for (int n = 0; n < at_once; ++n) {
      if (i + n * step < span.count) index[n] = input<Index>(call, 0)[place.row];
      column[n] = place.column;
      place = blocks.after(place, by);
    }
    T* const out = call.out + span.first + i;
    PB_UNROLL
    for (int n = 0; n < at_once; ++n) {
      auto const y = row_elements<V>(call, index[n], column[n]);
      vec<T, V> chunk;
      PB_UNROLL
      for (int v = 0; v < V; ++v) chunk.data[v] = static_cast<T>(y.at(v));
      if (i + n * step < span.count) store_streaming(out + n * step, chunk);
    }
  }
}

}  // namespace detail

template <class Body, class T, class Index>
__global__ void __launch_bounds__(one_hot_call<Body, T, Index>::tiles.threads_per_block)
    one_hot_kernel(__grid_constant__ one_hot_call<Body, T, Index> const call) {
  constexpr int V = vec_size<T>;
  bool const aligned = call.columns % V == 0 && is_vec_aligned(call.out);
  for (i64 b = blockIdx.x; call.blocks_of_rows().has_block(b); b += gridDim.x) {
    if (aligned) detail::write_rows_block<V>(call, b);
    else detail::write_rows_block<1>(call, b);
  }
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_INDEX_ONE_HOT_CUDA_CUH
