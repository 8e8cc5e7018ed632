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

/// The block whose first element is [r0, c0], V elements a thread at a time.
template <int V, class Call>
__device__ __forceinline__ void write_rows_block(Call const& call, i64 r0, i64 c0) {
  using T = typename Call::element;
  int const columns = int(call.block_columns());
  int const size = int(call.block_rows()) * columns;
  for (int i = int(threadIdx.x) * V; i < size; i += Call::tiles.threads_per_block * V) {
    i64 const r = r0 + i / columns;
    i64 const c = c0 + i % columns;
    if (r >= call.rows || c >= call.columns) continue;
    auto const y = row_elements<V>(call, r, c);
    vec<T, V> chunk;
    PB_UNROLL
    for (int v = 0; v < V; ++v) chunk.data[v] = static_cast<T>(y.at(v));
    *reinterpret_cast<vec<T, V>*>(call.out + r * call.columns + c) = chunk;
  }
}

}  // namespace detail

template <class Body, class T, class Index>
__global__ void __launch_bounds__(one_hot_call<Body, T, Index>::tiles.threads_per_block)
    one_hot_kernel(__grid_constant__ one_hot_call<Body, T, Index> const call) {
  constexpr int V = vec_size<T>;
  bool const aligned = call.columns % V == 0 && is_vec_aligned(call.out);
  i64 const across = ceil_div(call.columns, call.block_columns());
  i64 const blocks = across * ceil_div(call.rows, call.block_rows());
  for (i64 b = blockIdx.x; b < blocks; b += gridDim.x) {
    i64 const r0 = b / across * call.block_rows();
    i64 const c0 = b % across * call.block_columns();
    if (aligned) detail::write_rows_block<V>(call, r0, c0);
    else detail::write_rows_block<1>(call, r0, c0);
  }
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_INDEX_ONE_HOT_CUDA_CUH
