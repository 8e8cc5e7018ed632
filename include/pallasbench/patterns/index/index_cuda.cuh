// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA executor of pattern index: a thread copies 16 bytes of one row at a time; elements where rows or
// pointers do not allow chunks, or where an epilogue computes on them.
#ifndef PALLASBENCH_PATTERNS_INDEX_INDEX_CUDA_CUH
#define PALLASBENCH_PATTERNS_INDEX_INDEX_CUDA_CUH

#include <pallasbench/core/device.cuh>
#include <pallasbench/patterns/index/index.hpp>

namespace pb::cuda {

namespace detail {

/// The 16 bytes at [row, column] of a lookup without an epilogue.
template <class Call>
__device__ __forceinline__ void copy_chunk(Call const& call, i64 row, i64 column) {
  using T = typename Call::element;
  using index_type = typename Call::template input_type<1>;
  i64 const from = table_row(input<index_type>(call, 1)[row], call.table_rows);
  vec<T> chunk;
  if (from >= 0) {
    chunk = *reinterpret_cast<vec<T> const*>(input<T>(call, 0) + from * call.columns + column);
  } else {
    for (T& x : chunk.data) x = missing_element<T>();
  }
  *reinterpret_cast<vec<T>*>(call.out + row * call.columns + column) = chunk;
}

/// The block whose first element is [r0, c0], Step elements a thread at a time.
template <int Step, class Call>
__device__ __forceinline__ void look_up_block(Call const& call, i64 r0, i64 c0) {
  using T = typename Call::element;
  using C = compute_t<T>;
  int const columns = int(call.block_columns());
  int const size = int(call.block_rows()) * columns;
  for (int i = int(threadIdx.x) * Step; i < size; i += Call::tiles.threads_per_block * Step) {
    i64 const r = r0 + i / columns;
    i64 const c = c0 + i % columns;
    if (r >= call.rows || c >= call.columns) continue;
    if constexpr (Step == 1)
      call.out[r * call.columns + c] = static_cast<T>(call.template result<C>(r, c));
    else
      copy_chunk(call, r, c);
  }
}

}  // namespace detail

template <class Body, class T, class Index>
__global__ void __launch_bounds__(index_call<Body, T, Index>::tiles.threads_per_block)
    index_kernel(__grid_constant__ index_call<Body, T, Index> const call) {
  constexpr int V = vec_size<T>;
  constexpr bool copies = pb::detail::same<Body, lookup<>>;
  bool const aligned =
      call.columns % V == 0 && is_vec_aligned(call.in[0]) && is_vec_aligned(call.out);
  i64 const across = ceil_div(call.columns, call.block_columns());
  i64 const blocks = across * ceil_div(call.rows, call.block_rows());
  for (i64 b = blockIdx.x; b < blocks; b += gridDim.x) {
    i64 const r0 = b / across * call.block_rows();
    i64 const c0 = b % across * call.block_columns();
    if (copies && aligned) detail::look_up_block<copies ? V : 1>(call, r0, c0);
    else detail::look_up_block<1>(call, r0, c0);
  }
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_INDEX_INDEX_CUDA_CUH
