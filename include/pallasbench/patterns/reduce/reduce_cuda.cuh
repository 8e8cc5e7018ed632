// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA executor of pattern reduce, in one launch: each block adds up its tiles or rows and stores
// its part in the workspace; the last to arrive adds the parts and stores the mean. Each part has
// its place, so which block is last does not matter to the sum.
#ifndef PALLASBENCH_PATTERNS_REDUCE_REDUCE_CUDA_CUH
#define PALLASBENCH_PATTERNS_REDUCE_REDUCE_CUDA_CUH

#include <pallasbench/patterns/map/map_cuda.cuh>
#include <pallasbench/patterns/reduce/reduce.hpp>
#include <pallasbench/patterns/rows/rows_cuda.cuh>
#include <pallasbench/tile/few.hpp>

namespace pb::cuda {

namespace detail {

/// The sum of the threads' parts, the same in every thread.
template <int Threads>
__device__ __forceinline__ mean_part combine_parts(mean_part part, row_exchange& exchange) {
  scalar::add const add{};
  double const sum = exchange.combine<Threads>(add, part.sum);
  return {sum, exchange.combine<Threads>(add, part.count)};
}

template <bool Full, class Call, int... I>
__device__ __forceinline__ auto map_tile(Call const& call, i64 b, pb::detail::indices<I...>) {
  return call.body(load_map_tile<I, Full>(call, b)...);
}

/// The part of this thread's tile y of block b.
template <bool Full, class Call, class Tile>
__device__ __forceinline__ mean_part tile_part(Call const& call, i64 b, Tile const& y) {
  constexpr int items = Call::tiles.items_per_thread;
  if constexpr (Full) {
    return {sum_of_few<typename Call::element, items>([&](int n) { return y.at(n); }), items};
  } else {
    mean_part part{0, 0};
    PB_UNROLL
    for (int n = 0; n < items; ++n)
      if (call.position_of(b, map_offset<Call>(n)).valid)
        part = part + mean_part{double(y.at(n)), 1};
    return part;
  }
}

/// This thread's part of a map. Two blocks at once where both are full: all loads of both are in flight.
template <int Tiling, class Body, class T>
__device__ __forceinline__ mean_part thread_part(map_call<Body, T> const& call, row_exchange&) {
  constexpr auto inputs = pb::detail::make_indices<num_inputs<Body>>{};
  bool const aligned = map_is_aligned(call);
  i64 const blocks = call.num_blocks();
  i64 const stride = gridDim.x;
  auto const is_full = [&](i64 b) { return aligned && b < blocks && call.is_full(b); };
  mean_part part{0, 0};
  for (i64 b = blockIdx.x; b < blocks; b += stride) {
    if (is_full(b) && is_full(b + stride)) {
      auto const y = map_tile<true>(call, b, inputs), next = map_tile<true>(call, b + stride, inputs);
      part = part + tile_part<true>(call, b, y);
      b += stride;
      part = part + tile_part<true>(call, b, next);
    } else if (is_full(b)) {
      part = part + tile_part<true>(call, b, map_tile<true>(call, b, inputs));
    } else {
      part = part + tile_part<false>(call, b, map_tile<false>(call, b, inputs));
    }
  }
  return part;
}

/// The same of rows. All threads of a row hold its value; the first counts it.
template <int Tiling, class Body, class T>
__device__ __forceinline__ mean_part thread_part(rows_call<Body, T> const& call,
                                                 row_exchange& exchange) {
  pb::detail::with_count<Body> const f{call.body};
  row_reader<Tiling, rows_call<Body, T>> const rows(call, exchange);
  mean_part part{0, 0};
  rows.for_each_row([&](i64 r) {
    mean_part const row = rows.apply(f, r).part();
    if (rows.is_first_of_row()) part = part + row;
  });
  return part;
}

/// Stores this block's part. Whether it is the last to do so: then all parts are there, and the
/// count of blocks that arrived is zero again.
template <class Call>
__device__ __forceinline__ bool is_last_block(Call const& call, mean_part part) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    call.parts()[blockIdx.x] = part;
    __threadfence();
    last = atomicInc(call.arrived(), gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  return last;
}

template <class Call>
PB_FN constexpr int reduce_threads(int tiling) {
  if (Call::over_rows) return tiling::rows_tiling_at(tiling).threads_per_block;
  return tiling::select_map(int(sizeof(typename Call::element))).threads_per_block;
}

/// Blocks that are to fit a multiprocessor; of a map as many as are launched for each.
template <class Call>
PB_FN constexpr int reduce_blocks(int tiling) {
  return Call::over_rows ? tiling::rows_tiling_at(tiling).blocks_per_multiprocessor() : 4;
}

}  // namespace detail

/// Tiling is a number of tiling::rows_tiling_at for rows, 0 for a map.
template <class Body, class T, int Tiling>
__global__ void __launch_bounds__(detail::reduce_threads<reduce_call<Body, T>>(Tiling),
                                  detail::reduce_blocks<reduce_call<Body, T>>(Tiling))
    reduce_kernel(__grid_constant__ reduce_call<Body, T> const call) {
  using Out = typename reduce_call<Body, T>::output_type;
  constexpr int threads = detail::reduce_threads<reduce_call<Body, T>>(Tiling);
  __shared__ double slots[2][32];
  detail::row_exchange exchange{slots};
  mean_part const mine = detail::thread_part<Tiling>(call.inner(), exchange);
  mean_part const of_block = detail::combine_parts<threads>(mine, exchange);
  if (gridDim.x == 1) {
    if (threadIdx.x == 0) *call.out = static_cast<Out>(of_block.mean());
    return;
  }
  if (!detail::is_last_block(call, of_block)) return;
  mean_part part{0, 0};
  for (unsigned b = threadIdx.x; b < gridDim.x; b += threads) {
    mean_part const* const stored = call.parts() + b;
    part = part + mean_part{__ldcg(&stored->sum), __ldcg(&stored->count)};
  }
  mean_part const all = detail::combine_parts<threads>(part, exchange);
  if (threadIdx.x == 0) *call.out = static_cast<Out>(all.mean());
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_REDUCE_REDUCE_CUDA_CUH
