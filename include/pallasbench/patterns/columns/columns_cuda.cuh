// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA executor of pattern columns: a block takes columns side by side, neighbouring threads
// neighbouring ones. The threads that share a column (its lanes) take its rows in turn and walk it once
// for each reduction of the body; their partial results meet by warp shuffles and in shared memory.
// Where a cluster of blocks shares columns, each block has its share of the rows, and the results of
// the blocks meet in distributed shared memory. On devices without clusters the first block of what
// would be one takes all of its rows.
#ifndef PALLASBENCH_PATTERNS_COLUMNS_COLUMNS_CUDA_CUH
#define PALLASBENCH_PATTERNS_COLUMNS_COLUMNS_CUDA_CUH

#include <pallasbench/core/device.cuh>
#include <pallasbench/patterns/columns/columns.hpp>

namespace pb::cuda {

namespace detail {

/// All threads of the blocks of a cluster meet; what they wrote to shared memory before is seen after.
__device__ __forceinline__ void meet_cluster() {
#if PB_HAS_CLUSTERS
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
#endif
}

/// What lies at `mine`, in this block's shared memory, in that of block `rank` of the cluster.
__device__ __forceinline__ double read_of_block(double const* mine, int rank) {
  double result = *mine;
#if PB_HAS_CLUSTERS
  auto const here = static_cast<u32>(__cvta_generic_to_shared(mine));
  u32 there;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(here), "r"(rank));
  asm volatile("ld.shared::cluster.f64 %0, [%1];" : "=d"(result) : "r"(there) : "memory");
#endif
  return result;
}

/// A partial result as the bits of an f64, and back.
template <class A>
__device__ __forceinline__ double to_slot(A partial) {
  static_assert(sizeof(A) <= sizeof(double));
  double slot = 0;
  reinterpret_cast<A&>(slot) = partial;
  return slot;
}
template <class A>
__device__ __forceinline__ A from_slot(double slot) { return reinterpret_cast<A const&>(slot); }

/// How a block's threads lie, and what the lanes of its columns share to combine their partial
/// results. Two sets of slots take turns, so that one barrier a reduction is enough: a set is written
/// again only behind the next barrier.
template <int Tiling, int ElementSize>
struct column_block {
  static constexpr auto tiles = tiling::columns_tiling_at(Tiling, ElementSize);
  static constexpr int threads = tiles.threads_per_block();
  static constexpr int warps = threads / 32;
  static constexpr int across = tiles.block_columns;
  static constexpr int blocks = PB_HAS_CLUSTERS ? tiles.cluster_blocks : 1;
  static_assert(32 % across == 0, "pb::columns: a warp has whole rows of a block's columns");

  struct memory {
    double by_warp[2][warps][across];
    double by_block[2][across];
  };

  memory& shared;
  int turn = 0;

  static __device__ __forceinline__ int column() { return int(threadIdx.x) % across; }
  static __device__ __forceinline__ int lane() { return int(threadIdx.x) / across; }

  /// In an order of the lanes and blocks that is the same for all. Every thread of the block calls it,
  /// and of the cluster.
  template <class F, class A>
  __device__ __forceinline__ A combine(F f, A partial) {
    PB_UNROLL
    for (int d = 16; d >= across; d /= 2) partial = f(partial, __shfl_xor_sync(~0u, partial, d));
    auto* const slots = shared.by_warp[turn];
    double* const total = &shared.by_block[turn][column()];
    turn ^= 1;
    if (threadIdx.x % 32 < across) slots[threadIdx.x / 32][column()] = to_slot(partial);
    __syncthreads();
    A result = from_slot<A>(slots[0][column()]);
    PB_UNROLL
    for (int i = 1; i < warps; ++i) result = f(result, from_slot<A>(slots[i][column()]));
    if constexpr (blocks == 1) return result;
    if (threadIdx.x < across) *total = to_slot(result);
    meet_cluster();
    result = from_slot<A>(read_of_block(total, 0));
    PB_UNROLL
    for (int b = 1; b < blocks; ++b) result = f(result, from_slot<A>(read_of_block(total, b)));
    return result;
  }
};

/// The scope of a column, of which this thread's block walks rows [begin, end): none where the column
/// lies outside the array.
template <class Block>
struct walked_column {
  using reading = lazy_rows;
  Block* block;
  i64 size, begin, end;

  __device__ __forceinline__ i64 columns() const { return size; }

  template <class F, class A, class Expr>
  __device__ __forceinline__ A reduce(F f, A start, Expr const& expr) const {
    A partial = start;
    for_each_row([&](i64 r) { partial = f(partial, static_cast<A>(expr(r))); });
    return block->combine(f, partial);
  }

  template <class Expr>
  __device__ __forceinline__ mean_and_variance moments(Expr const& expr) const {
    shifted_sums sums{size > 0 ? static_cast<double>(expr(0)) : 0.0};
    for_each_row([&](i64 r) { sums.add(static_cast<double>(expr(r))); });
    sums.sum = block->combine(scalar::add{}, sums.sum);
    sums.squares = block->combine(scalar::add{}, sums.squares);
    return sums.of(static_cast<double>(size));
  }

  /// The rows of this thread's lane.
  template <class Visit>
  __device__ __forceinline__ void for_each_row(Visit const& visit) const {
    constexpr int lanes = Block::tiles.row_lanes;
#pragma unroll Block::tiles.items_per_thread
    for (i64 r = begin + Block::lane(); r < end; r += lanes) visit(r);
  }
};

}  // namespace detail

/// Tiling is a number of tiling::columns_tiling_at.
template <class Body, class T, int Tiling>
__global__ void __launch_bounds__(tiling::columns_tiling_at(Tiling, sizeof(T)).threads_per_block())
    PB_CLUSTER_BLOCKS(tiling::columns_tiling_at(Tiling, sizeof(T)).cluster_blocks)
        columns_kernel(__grid_constant__ columns_call<Body, T> const call) {
  using block_type = detail::column_block<Tiling, int(sizeof(T))>;
  constexpr auto tiles = block_type::tiles;
  constexpr auto inputs = pb::detail::make_indices<num_inputs<Body>>{};
  __shared__ typename block_type::memory shared;
  block_type block{shared};
  int const rank = int(blockIdx.x) % tiles.cluster_blocks;
  if (rank >= block_type::blocks) return;
  i64 const share = ceil_div(call.rows, block_type::blocks);
  i64 const stride = i64(gridDim.x) / tiles.cluster_blocks * tiles.block_columns;
  i64 const first = i64(blockIdx.x) / tiles.cluster_blocks * tiles.block_columns;
  // All threads of a cluster go round equally often, for they meet at barriers.
  for (i64 c0 = first; c0 < call.columns; c0 += stride) {
    i64 const c = c0 + block.column();
    bool const valid = c < call.columns;
    i64 const begin = valid ? min_of(rank * share, call.rows) : 0;
    i64 const end = valid ? min_of(begin + share, call.rows) : 0;
    detail::walked_column<block_type> const scope{&block, valid ? call.rows : 0, begin, end};
    auto const y = pb::detail::column_result<compute_t<T>>(call, c, scope, inputs);
    auto const store = [&](i64 r) {
      store_streaming(call.out + r * call.columns + c, vec<T, 1>{{static_cast<T>(y.at(r))}});
    };
    if constexpr (!columns_call<Body, T>::reduces) scope.for_each_row(store);
    else if (valid && rank == 0 && block.lane() == 0) store(0);
  }
  // No block leaves while another may read its shared memory.
  if constexpr (block_type::blocks > 1) detail::meet_cluster();
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_COLUMNS_COLUMNS_CUDA_CUH
