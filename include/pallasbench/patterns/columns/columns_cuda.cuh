// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA executor of pattern columns: a block takes columns side by side, neighbouring threads
// neighbouring ones. The threads that share a column (its lanes) take its rows in turn and walk it once
// for each reduction of the body and once for its output; their partial results meet by warp shuffles
// and in shared memory. Where columns are few and long a team of blocks shares them, each with its
// share of the rows, and the results of its blocks meet in the workspace.
#ifndef PALLASBENCH_PATTERNS_COLUMNS_COLUMNS_CUDA_CUH
#define PALLASBENCH_PATTERNS_COLUMNS_COLUMNS_CUDA_CUH

#include <pallasbench/core/device.cuh>
#include <pallasbench/patterns/columns/columns.hpp>

namespace pb::cuda {

namespace detail {

/// A partial result of up to 16 bytes in words that shuffles and memory take.
struct alignas(16) partial_words {
  u32 word[4];

  template <class A>
  static __device__ __forceinline__ partial_words of(A const& partial) {
    static_assert(sizeof(A) <= sizeof(partial_words));
    partial_words words{};
    reinterpret_cast<A&>(words) = partial;
    return words;
  }
  template <class A>
  __device__ __forceinline__ A as() const { return reinterpret_cast<A const&>(*this); }
};

/// f of the partial results of Threads neighbouring threads from this one on, in pairs of pairs: of all
/// of them in the first. Those from `count` on have none.
template <int Threads, class F, class A>
__device__ __forceinline__ A combine_in_warp(F const& f, A partial, int count = Threads) {
  int const thread = int(threadIdx.x) % Threads;
  PB_UNROLL
  for (int d = 1; d < Threads; d *= 2) {
    auto words = partial_words::of(partial);
    PB_UNROLL
    for (int i = 0; 4 * i < int(sizeof(A)); ++i) words.word[i] = __shfl_down_sync(~0u, words.word[i], d);
    if (thread % (2 * d) == 0 && thread + d < count) partial = f(partial, words.template as<A>());
  }
  return partial;
}

/// A partial result that a block sends to others of its team: each word travels with the number of the
/// reduction in one access of 8 bytes, so that who finds the number has the word. This needs no fence,
/// which would wait for all that the block has stored before.
struct alignas(32) sent_words {
  u64 word[4];

  __device__ __forceinline__ void send(partial_words const& words, u32 number) {
    PB_UNROLL
    for (int i = 0; i < 4; i += 2)
      asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(word + i),
                   "l"(u64(number) << 32 | words.word[i]), "l"(u64(number) << 32 | words.word[i + 1])
                   : "memory");
  }

  /// Waits for what is sent under a number.
  __device__ __forceinline__ partial_words receive(u32 number) const {
    u64 found[4];
    do {
      PB_UNROLL
      for (int i = 0; i < 4; i += 2)
        asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
                     : "=l"(found[i]), "=l"(found[i + 1])
                     : "l"(word + i)
                     : "memory");
    } while (found[0] >> 32 != number || found[1] >> 32 != number || found[2] >> 32 != number ||
             found[3] >> 32 != number);
    return {{static_cast<u32>(found[0]), static_cast<u32>(found[1]), static_cast<u32>(found[2]),
             static_cast<u32>(found[3])}};
  }
};

/// How a block's threads lie, and where the lanes of its columns combine their partial results.
template <int ElementSize>
struct column_block {
  static constexpr auto tiles = tiling::columns_tiling_for(ElementSize);
  static constexpr int across = tiles.block_columns;
  static constexpr int lanes = tiles.row_lanes;
  static constexpr int warps = tiles.threads_per_block() / 32;
  static constexpr int column_warps = across < 32 ? warps : warps * 32 / across;  // that share a column
  static_assert((across & (across - 1)) == 0 && (column_warps & (column_warps - 1)) == 0 &&
                    0 < column_warps && column_warps <= 32,
                "pb::columns: a block has a power of two of columns, each shared by a power of two of "
                "warps, at most 32");

  struct memory {
    partial_words by_warp[across][column_warps + 1];  // + 1: columns begin in different banks
    partial_words total[across];
  };

  memory& shared;
  sent_words* sent;  // by the blocks of the team, for two reductions in turn
  int blocks, rank;  // of the team, and this block's number among them
  u32 reductions = 0;

  static __device__ __forceinline__ int column() { return int(threadIdx.x) % across; }
  static __device__ __forceinline__ int lane() { return int(threadIdx.x) / across; }

  /// In an order of the lanes and blocks that is the same for all. Every thread of the block calls it,
  /// and of the team.
  template <class F, class A>
  __device__ __forceinline__ A combine(F f, A partial) {
    int const warp = int(threadIdx.x) / 32, thread = int(threadIdx.x) % 32;
    PB_UNROLL
    for (int d = 16; d >= across; d /= 2) partial = f(partial, shuffle_xor(partial, d));
    if (thread < across)
      shared.by_warp[column()][across < 32 ? warp : warp * 32 / across] = partial_words::of(partial);
    __syncthreads();
    // Two sets of parts in turn are enough: a block sends to a set again when it has all parts of the
    // reduction between, which each block sends when it has read the set.
    sent_words* const now = sent + ++reductions % 2 * across * blocks;
    for (int c = warp; c < across; c += warps) {
      A const part = combine_in_warp<column_warps>(
          f, shared.by_warp[c][thread % column_warps].template as<A>());
      if (thread != 0) continue;
      if (blocks == 1) shared.total[c] = partial_words::of(part);
      else now[c * blocks + rank].send(partial_words::of(part), reductions);
    }
    if (blocks > 1) {
      for (int c = warp; c < across; c += warps) {
        sent_words const* const parts = now + c * blocks;
        A total = parts[min_of(thread, blocks - 1)].receive(reductions).template as<A>();
        for (int b = thread + 32; b < blocks; b += 32)
          total = f(total, parts[b].receive(reductions).template as<A>());
        __syncwarp();
        total = combine_in_warp<32>(f, total, blocks);
        if (thread == 0) shared.total[c] = partial_words::of(total);
      }
    }
    __syncthreads();
    return shared.total[column()].template as<A>();
  }

 private:
  template <class A>
  static __device__ __forceinline__ A shuffle_xor(A const& partial, int d) {
    auto words = partial_words::of(partial);
    PB_UNROLL
    for (int i = 0; 4 * i < int(sizeof(A)); ++i)
      words.word[i] = __shfl_xor_sync(~0u, words.word[i], d);
    return words.template as<A>();
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
    walk(expr, [&](i64, auto x) { partial = f(partial, static_cast<A>(x)); });
    return block->combine(f, partial);
  }

  template <class Expr>
  __device__ __forceinline__ mean_and_variance moments(Expr const& expr) const {
    shifted_sums sums{size > 0 ? static_cast<double>(expr(0)) : 0.0};
    walk(expr, [&](i64, auto x) { sums.add(static_cast<double>(x)); });
    struct both { double sum, squares; };
    auto const add = [](both const& a, both const& b) -> both {
      return {a.sum + b.sum, a.squares + b.squares};
    };
    auto const found = block->combine(add, both{sums.sum, sums.squares});
    return shifted_sums{sums.shift, found.sum, found.squares}.of(static_cast<double>(size));
  }

  /// visit(r, expr(r)) for the rows of this thread's lane. A batch is evaluated, which loads it, before
  /// any of it is visited: a visit may store, and no load passes a store.
  template <class Expr, class Visit>
  __device__ __forceinline__ void walk(Expr const& expr, Visit const& visit) const {
    using element = decltype(expr(i64(0)));
    constexpr int deep = Block::tiles.items_per_thread;
    constexpr i64 lanes = Block::lanes;
    element batch[deep];
    i64 r = begin + Block::lane();
    for (; r + (deep - 1) * lanes < end; r += deep * lanes) {
      PB_UNROLL
      for (int i = 0; i < deep; ++i) batch[i] = expr(r + i * lanes);
      PB_UNROLL
      for (int i = 0; i < deep; ++i) visit(r + i * lanes, batch[i]);
    }
    if (r >= end) return;
    // The last row stands in for those beyond it: a branch around each load would wait for each.
    PB_UNROLL
    for (int i = 0; i < deep; ++i) batch[i] = expr(min_of(r + i * lanes, end - 1));
    PB_UNROLL
    for (int i = 0; i < deep; ++i)
      if (r + i * lanes < end) visit(r + i * lanes, batch[i]);
  }
};

/// The result of column c: one value, or a column, of which each lane stores its rows, the last ones
/// first, for they were the last to be read.
template <class Call, class Column, class Block>
__device__ __forceinline__ void store_column(Call const& call, i64 c, Column const& y,
                                             walked_column<Block> const& rows) {
  using T = typename Call::output_type;
  if constexpr (Call::reduces) {
    if (rows.block->rank == 0 && Block::lane() == 0) call.out[c] = static_cast<T>(y.at(0));
  } else {
    i64 const last = rows.begin + rows.end - 1;
    rows.walk([&](i64 r) { return static_cast<T>(y.at(last - r)); },
              [&](i64 r, T value) {
                store_streaming(call.out + (last - r) * call.columns + c, vec<T, 1>{{value}});
              });
  }
}

}  // namespace detail

template <class Body, class T>
__global__ void __launch_bounds__(tiling::columns_tiling_for(sizeof(T)).threads_per_block(),
                                  tiling::column_blocks_per_multiprocessor(columns_call<Body, T>::reduces))
    columns_kernel(__grid_constant__ columns_call<Body, T> const call) {
  using block_type = detail::column_block<int(sizeof(T))>;
  static_assert(sizeof(detail::sent_words) == columns_call<Body, T>::bytes_sent);
  constexpr auto tiles = block_type::tiles;
  constexpr auto inputs = pb::detail::make_indices<num_inputs<Body>>{};
  __shared__ typename block_type::memory shared;
  // As many teams as there are blocks of columns, or as blocks were launched. Without teams there is
  // nothing to divide, which would be a good part of a short column's time.
  i64 const groups = ceil_div(call.columns, i64(tiles.block_columns));
  int blocks = 1, rank = 0;
  i64 teams = gridDim.x, team = blockIdx.x, share = call.rows;
  if (gridDim.x > groups) {
    blocks = static_cast<int>(gridDim.x / unsigned(groups));
    rank = static_cast<int>(blockIdx.x % unsigned(blocks));
    team = blockIdx.x / unsigned(blocks);
    teams = gridDim.x / unsigned(blocks);
    share = ceil_div(call.rows, i64(blocks));
    if (team >= teams) return;
  }
  auto* const sent = static_cast<detail::sent_words*>(call.workspace);
  block_type block{shared, sent + team * tiles.sent_by_team(blocks), blocks, rank};
  i64 const begin = min_of(block.rank * share, call.rows);
  i64 const end = min_of(begin + share, call.rows);
  // All threads of a team go round equally often, for they meet at barriers.
  for (i64 group = team; group < groups; group += teams) {
    i64 const c = group * tiles.block_columns + block.column();
    bool const valid = c < call.columns;
    detail::walked_column<block_type> const rows{&block, valid ? call.rows : 0, valid ? begin : 0,
                                                 valid ? end : 0};
    auto const y = pb::detail::column_result<compute_t<T>>(call, c, rows, inputs);
    if (valid) detail::store_column(call, c, y, rows);
  }
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_COLUMNS_COLUMNS_CUDA_CUH
