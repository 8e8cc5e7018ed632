// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA executor of pattern columns: a block takes columns side by side, one a thread of a warp, so
// that an access of a warp is contiguous. The threads that share a column (its lanes) take its rows
// in turn and walk it once for each reduction of the body; their partial results meet in shared
// memory. A split of long columns over blocks is another scope, whose combine reaches further.
#ifndef PALLASBENCH_PATTERNS_COLUMNS_COLUMNS_CUDA_CUH
#define PALLASBENCH_PATTERNS_COLUMNS_COLUMNS_CUDA_CUH

#include <pallasbench/core/device.cuh>
#include <pallasbench/patterns/columns/columns.hpp>

namespace pb::cuda {

namespace detail {

inline constexpr auto column_tiles = tiling::select_columns();

/// What the lanes of a block's columns share to combine their partial results. Two sets of slots
/// take turns, so that one barrier a reduction is enough: a set is written again only behind the
/// next barrier.
struct column_exchange {
  double (*slots)[column_tiles.row_lanes][column_tiles.block_columns];  // [2], in shared memory
  int turn = 0;

  /// In the order of the lanes, the same for every lane. Every thread of the block calls it.
  template <class F, class A>
  __device__ __forceinline__ A combine(F f, A partial) {
    static_assert(sizeof(A) <= sizeof(double));
    auto* const slot = slots[turn];
    turn ^= 1;
    int const column = threadIdx.x % column_tiles.block_columns;
    int const lane = threadIdx.x / column_tiles.block_columns;
    reinterpret_cast<A&>(slot[lane][column]) = partial;
    __syncthreads();
    A result = reinterpret_cast<A const&>(slot[0][column]);
    PB_UNROLL
    for (int i = 1; i < column_tiles.row_lanes; ++i)
      result = f(result, reinterpret_cast<A const&>(slot[i][column]));
    return result;
  }
};

/// The scope of a column that the lanes of a block walk; no rows where it lies outside the array.
struct walked_column {
  using reading = lazy_rows;
  column_exchange* exchange;
  i64 size;

  __device__ __forceinline__ i64 columns() const { return size; }

  template <class F, class A, class Expr>
  __device__ __forceinline__ A reduce(F f, A start, Expr const& expr) const {
    A partial = start;
    for_each_row(size, [&](i64 r) { partial = f(partial, static_cast<A>(expr(r))); });
    return exchange->combine(f, partial);
  }

  /// The rows of this thread's lane.
  template <class Visit>
  static __device__ __forceinline__ void for_each_row(i64 size, Visit const& visit) {
#pragma unroll column_tiles.items_per_thread
    for (i64 r = threadIdx.x / column_tiles.block_columns; r < size; r += column_tiles.row_lanes)
      visit(r);
  }
};

}  // namespace detail

template <class Body, class T>
__global__ void __launch_bounds__(detail::column_tiles.threads_per_block())
    columns_kernel(__grid_constant__ columns_call<Body, T> const call) {
  constexpr auto tiles = detail::column_tiles;
  constexpr auto inputs = pb::detail::make_indices<num_inputs<Body>>{};
  __shared__ double slots[2][tiles.row_lanes][tiles.block_columns];
  detail::column_exchange exchange{slots};
  i64 const stride = i64(gridDim.x) * tiles.block_columns;
  // All threads of a block go round equally often, for they meet at barriers.
  for (i64 first = i64(blockIdx.x) * tiles.block_columns; first < call.columns; first += stride) {
    i64 const c = first + threadIdx.x % tiles.block_columns;
    bool const valid = c < call.columns;
    detail::walked_column const scope{&exchange, valid ? call.rows : 0};
    auto const y = pb::detail::column_result<compute_t<T>>(call, c, scope, inputs);
    detail::walked_column::for_each_row(
        valid ? call.output_shape()[0] : 0,
        [&](i64 r) { call.out[r * call.columns + c] = static_cast<T>(y.at(r)); });
  }
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_COLUMNS_COLUMNS_CUDA_CUH
