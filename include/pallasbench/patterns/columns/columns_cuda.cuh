// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA executor of pattern columns: a block takes columns side by side, neighbouring threads
// neighbouring ones, each a run of them where arrays allow to move that in one access, else one. The
// threads that share a column (its lanes) take its rows in turn and walk it once for each reduction of
// the body and once for its output; their partial results meet by warp shuffles and in shared memory.
// Where columns are few and long a team of blocks shares them, each with its share of the rows, and the
// results of its blocks meet in the workspace.
#ifndef PALLASBENCH_PATTERNS_COLUMNS_COLUMNS_CUDA_CUH
#define PALLASBENCH_PATTERNS_COLUMNS_COLUMNS_CUDA_CUH

#include <pallasbench/core/device.cuh>
#include <pallasbench/patterns/columns/columns.hpp>
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/tile/column_runs.hpp>

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

/// Where the blocks of a group of columns are: how many, and this one's number among them.
struct column_team {
  sent_words* sent;  // by each to each, for two reductions in turn
  int blocks, rank;
};

/// What the warps of a block share to combine their partial results.
template <int Columns, int Warps>
struct column_memory {
  partial_words by_warp[Columns * (Warps + 1)];
  partial_words total[Columns];
};

/// How a block's threads lie, each with Run neighbouring columns, and where the lanes of a column
/// combine their partial results.
template <class T, int Tiling, int Run>
struct column_block {
  using element = T;
  static constexpr auto tiles = tiling::columns_tiling_at(Tiling, int(sizeof(T)));
  static constexpr int run = Run;
  static constexpr int columns = tiles.block_columns;
  static constexpr int across = columns / Run;
  static constexpr int lanes = tiles.row_lanes(Run);
  static constexpr int deep = tiles.rows_in_flight(Run);
  static constexpr int warps = tiles.threads_per_block / 32;
  static constexpr int column_warps = across < 32 ? warps : warps * 32 / across;  // that share a column
  static_assert((across & (across - 1)) == 0 && (column_warps & (column_warps - 1)) == 0 &&
                    0 < column_warps && column_warps <= 32,
                "pb::columns: a block has a power of two of columns, each shared by a power of two of "
                "warps, at most 32");
  using memory = column_memory<columns, warps>;

  memory& shared;
  column_team team;
  u32 reductions = 0;

  /// Of the block's columns, the first of this thread's.
  static __device__ __forceinline__ int column() { return int(threadIdx.x) % across * Run; }
  static __device__ __forceinline__ int lane() { return int(threadIdx.x) / across; }

  /// Combines the parts of each column, in an order of lanes and blocks that is the same for all. Every
  /// thread of the block calls it, and of the team.
  template <class F, class A>
  __device__ __forceinline__ void combine(F const& f, A (&parts)[Run]) {
    int const warp = int(threadIdx.x) / 32, thread = int(threadIdx.x) % 32;
    int const blocks = team.blocks;
    PB_UNROLL
    for (int v = 0; v < Run; ++v) {
      A part = parts[v];
      PB_UNROLL
      for (int d = 16; d >= across; d /= 2) part = f(part, shuffle_xor(part, d));
      if (thread < across)
        by_warp(column() + v, across < 32 ? warp : warp * 32 / across) = partial_words::of(part);
    }
    __syncthreads();
    // Two sets of parts in turn are enough: a block sends to a set again when it has all parts of the
    // reduction between, which each block sends when it has read the set.
    sent_words* const now = team.sent + ++reductions % 2 * columns * blocks;
    for (int c = warp; c < columns; c += warps) {
      A const part = combine_in_warp<column_warps>(
          f, by_warp(c, thread % column_warps).template as<A>());
      if (thread != 0) continue;
      if (blocks == 1) shared.total[c] = partial_words::of(part);
      else now[c * blocks + team.rank].send(partial_words::of(part), reductions);
    }
    if (blocks > 1) {
      for (int c = warp; c < columns; c += warps) {
        sent_words const* const sent = now + c * blocks;
        A total = sent[min_of(thread, blocks - 1)].receive(reductions).template as<A>();
        for (int b = thread + 32; b < blocks; b += 32)
          total = f(total, sent[b].receive(reductions).template as<A>());
        __syncwarp();
        total = combine_in_warp<32>(f, total, blocks);
        if (thread == 0) shared.total[c] = partial_words::of(total);
      }
    }
    __syncthreads();
    PB_UNROLL
    for (int v = 0; v < Run; ++v) parts[v] = shared.total[column() + v].template as<A>();
  }

 private:
  /// Columns begin in different banks.
  __device__ __forceinline__ partial_words& by_warp(int c, int warp) {
    return shared.by_warp[c * (column_warps + 1) + warp];
  }

  template <class A>
  static __device__ __forceinline__ A shuffle_xor(A const& partial, int d) {
    auto words = partial_words::of(partial);
    PB_UNROLL
    for (int i = 0; 4 * i < int(sizeof(A)); ++i)
      words.word[i] = __shfl_xor_sync(~0u, words.word[i], d);
    return words.template as<A>();
  }
};

/// A leaf of a lazy run of columns.
template <class T, class C>
struct memory_columns {
  T const* data;
  i64 stride;

  __device__ __forceinline__ C operator()(i64 row) const { return static_cast<C>(data[row * stride]); }

  template <int V>
  __device__ __forceinline__ pb::detail::run_of<C, V> run(i64 row) const {
    return memory_row<T, C>{data}.template run<V>(row * stride);
  }
};

/// The scope of a run of columns, of which this thread's block walks rows [begin, end): none where the
/// run lies outside the array.
template <class Block>
struct walked_columns {
  using reading = column_runs;
  static constexpr int run = Block::run;
  Block* block;
  i64 size, begin, end;

  __device__ __forceinline__ i64 columns() const { return size; }

  template <class A>
  struct results {
    A of[run];
  };

  template <class F, class A, class Expr>
  __device__ __forceinline__ results<A> reduce(F const& f, A start, Expr const& expr) const {
    results<A> found;
    PB_UNROLL
    for (A& of : found.of) of = start;
    auto const one = [&](i64, auto const& x) {
      PB_UNROLL
      for (int v = 0; v < run; ++v) found.of[v] = f(found.of[v], static_cast<A>(x.data[v]));
    };
    if constexpr (pb::detail::same<F, scalar::add> && pb::detail::same<A, double>) {
      walk(expr, one, [&](i64, auto const& batch) {
        PB_UNROLL
        for (int v = 0; v < run; ++v)
          found.of[v] += sum_of_few<typename Block::element, Block::deep>(
              [&](int i) { return batch.runs[i].data[v]; });
      });
    } else {
      walk(expr, one);
    }
    block->combine(f, found.of);
    return found;
  }

  template <class Expr>
  __device__ __forceinline__ results<mean_and_variance> moments(Expr const& expr) const {
    results<shifted_sums> sums;
    PB_UNROLL
    for (int v = 0; v < run; ++v) sums.of[v].shift = 0;
    if (size > 0) {
      auto const first = expr.template run<run>(0);
      PB_UNROLL
      for (int v = 0; v < run; ++v) sums.of[v].shift = static_cast<double>(first.data[v]);
    }
    walk(expr,
         [&](i64, auto const& x) {
           PB_UNROLL
           for (int v = 0; v < run; ++v) sums.of[v].add(static_cast<double>(x.data[v]));
         },
         [&](i64, auto const& batch) {
           PB_UNROLL
           for (int v = 0; v < run; ++v)
             sums.of[v].template add_few<Block::deep>([&](int i) { return batch.runs[i].data[v]; });
         });
    struct both { double sum, squares; };
    auto const add = [](both const& a, both const& b) -> both {
      return {a.sum + b.sum, a.squares + b.squares};
    };
    both parts[run];
    PB_UNROLL
    for (int v = 0; v < run; ++v) parts[v] = {sums.of[v].sum, sums.of[v].squares};
    block->combine(add, parts);
    results<mean_and_variance> found;
    PB_UNROLL
    for (int v = 0; v < run; ++v)
      found.of[v] = shifted_sums{sums.of[v].shift, parts[v].sum, parts[v].squares}.of(
          static_cast<double>(size));
    return found;
  }

  /// visit(r, run of row r) for the rows of this thread's lane.
  template <class Expr, class Visit>
  __device__ __forceinline__ void walk(Expr const& expr, Visit const& visit) const {
    walk(expr, visit, [&](i64 r, auto const& batch) {
      PB_UNROLL
      for (int i = 0; i < Block::deep; ++i) visit(r + i * i64(Block::lanes), batch.runs[i]);
    });
  }

  /// The same, whole batches by visit_batch(first row, batch). A batch is evaluated, which loads it,
  /// before any of it is visited: a visit may store, and no load passes a store.
  template <class Expr, class Visit, class VisitBatch>
  __device__ __forceinline__ void walk(Expr const& expr, Visit const& visit,
                                       VisitBatch const& visit_batch) const {
    constexpr int deep = Block::deep;
    constexpr i64 lanes = Block::lanes;
    struct {
      decltype(expr.template run<run>(0)) runs[deep];
    } batch;
    i64 r = begin + Block::lane();
    for (; r + (deep - 1) * lanes < end; r += deep * lanes) {
      PB_UNROLL
      for (int i = 0; i < deep; ++i) batch.runs[i] = expr.template run<run>(r + i * lanes);
      visit_batch(r, batch);
    }
    if (r >= end) return;
    // The last row stands in for those beyond it: a branch around each load would wait for each.
    PB_UNROLL
    for (int i = 0; i < deep; ++i)
      batch.runs[i] = expr.template run<run>(min_of(r + i * lanes, end - 1));
    PB_UNROLL
    for (int i = 0; i < deep; ++i)
      if (r + i * lanes < end) visit(r + i * lanes, batch.runs[i]);
  }
};

/// Rows in the opposite order, rounded to T.
template <class T, class Expr>
struct rounded_from_last {
  Expr const& expr;
  i64 last;

  template <int V>
  __device__ __forceinline__ vec<T, V> run(i64 r) const {
    auto const x = expr.template run<V>(last - r);
    vec<T, V> rounded;
    PB_UNROLL
    for (int v = 0; v < V; ++v) rounded.data[v] = static_cast<T>(x.data[v]);
    return rounded;
  }
};

/// The result of the run of columns from c on: one value a column, or columns, of which each lane stores
/// its rows, the last ones first, for they were the last to be read.
template <class Call, class Result, class Block>
__device__ __forceinline__ void store_columns(Call const& call, i64 c, Result const& y,
                                              walked_columns<Block> const& rows) {
  using T = typename Call::output_type;
  if constexpr (Call::reduces) {
    if (rows.block->team.rank != 0 || Block::lane() != 0) return;
    PB_UNROLL
    for (int v = 0; v < Block::run; ++v) call.out[c + v] = static_cast<T>(y.at(v));
  } else {
    rounded_from_last<T, pb::detail::remove_cvref_t<decltype(y.expr)>> const from_last{
        y.expr, rows.begin + rows.end - 1};
    rows.walk(from_last, [&](i64 r, auto const& run) {
      store_streaming(call.out + (from_last.last - r) * call.columns + c, run);
    });
  }
}

/// Input I at the run of columns from c on. One outside the array is never read: its scope has no rows.
template <int I, class Body, class T, class Scope>
__device__ __forceinline__ auto columns_input(columns_call<Body, T> const& call, i64 c,
                                              Scope const& scope) {
  using C = compute_t<T>;
  T const* const first = input<T>(call, I) + c;
  if constexpr (columns_call<Body, T>::template is_row_vector<I>) {
    per_column<C, Scope> values{{}, scope};
    if (c < call.columns) {
      PB_UNROLL
      for (int v = 0; v < Scope::run; ++v) values.data[v] = static_cast<C>(first[v]);
    }
    return values;
  } else {
    return lazy<memory_columns<T, C>, Scope>{{first, call.columns}, scope};
  }
}

/// Whether Run neighbouring columns are one access, in every row of every array.
template <int Run, class Body, class T, int... I>
__device__ __forceinline__ bool columns_are_aligned(columns_call<Body, T> const& call,
                                                    pb::detail::indices<I...>) {
  using Call = columns_call<Body, T>;
  auto const starts = [](void const* p) { return reinterpret_cast<u64>(p) % (Run * sizeof(T)) == 0; };
  return call.columns % Run == 0 && (Call::reduces || starts(call.out)) &&
         ((Call::template is_row_vector<I> || starts(call.in[I])) && ...);
}

/// All columns, Run at a time.
template <int Tiling, int Run, class Body, class T, int... I>
__device__ __forceinline__ void walk_all_columns(columns_call<Body, T> const& call,
                                                 typename column_block<T, Tiling, Run>::memory& shared,
                                                 pb::detail::indices<I...>) {
  using block_type = column_block<T, Tiling, Run>;
  constexpr auto tiles = block_type::tiles;
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
  auto* const sent = static_cast<sent_words*>(call.workspace);
  block_type block{shared, {sent + team * tiles.sent_by_team(blocks), blocks, rank}};
  i64 const begin = min_of(rank * share, call.rows);
  i64 const end = min_of(begin + share, call.rows);
  // All threads of a team go round equally often, for they meet at barriers.
  for (i64 group = team; group < groups; group += teams) {
    i64 const c = group * tiles.block_columns + block.column();
    bool const valid = c < call.columns;
    walked_columns<block_type> const rows{&block, valid ? call.rows : 0, valid ? begin : 0,
                                          valid ? end : 0};
    auto const y = call.body(columns_input<I>(call, c, rows)...);
    if (valid) store_columns(call, c, y, rows);
  }
}

}  // namespace detail

/// Tiling is a number of tiling::columns_tiling_at.
template <class Body, class T, int Tiling>
__global__ void __launch_bounds__(tiling::columns_tiling_at(Tiling, sizeof(T)).threads_per_block,
                                  tiling::column_blocks_per_multiprocessor(Tiling, sizeof(T)))
    columns_kernel(__grid_constant__ columns_call<Body, T> const call) {
  static_assert(sizeof(detail::sent_words) == columns_call<Body, T>::bytes_sent);
  constexpr int run = tiling::columns_tiling_at(Tiling, sizeof(T)).columns_per_thread;
  constexpr auto inputs = pb::detail::make_indices<num_inputs<Body>>{};
  __shared__ typename detail::column_block<T, Tiling, run>::memory shared;
  if (run > 1 && !detail::columns_are_aligned<run>(call, inputs))
    detail::walk_all_columns<Tiling, 1>(call, shared, inputs);
  else
    detail::walk_all_columns<Tiling, run>(call, shared, inputs);
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_COLUMNS_COLUMNS_CUDA_CUH
