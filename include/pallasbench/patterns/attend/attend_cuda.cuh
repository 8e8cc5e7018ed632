// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA executor of pattern attend: a block walks the keys that its queries see. Scores of a tile of
// keys come from shared-memory steps along the columns of q and k, become weights under the online
// softmax, and weigh rows of v into register accumulators.
#ifndef PALLASBENCH_PATTERNS_ATTEND_ATTEND_CUDA_CUH
#define PALLASBENCH_PATTERNS_ATTEND_ATTEND_CUDA_CUH

#include <pallasbench/core/device.cuh>
#include <pallasbench/patterns/attend/attend.hpp>

namespace pb::cuda {

namespace detail {

/// Rows are padded by one where they are written down a column.
template <class C, tiling::attend_tiling Tiling>
struct attend_stage {
  C q[Tiling.score_step][Tiling.block_queries + 1];      // (column, query)
  C k[Tiling.score_step][Tiling.block_keys + 1];         // (column, key)
  C weights[Tiling.block_queries][Tiling.block_keys + 1];  // (query, key)
  C v[Tiling.value_step][Tiling.block_columns];          // (key, column)
};

/// One block of the result. Thread (i, j) has queries i TQ ... i TQ + TQ - 1, and every
/// threads_across-th key and column from j.
template <class Call>
struct attend_block {
  static constexpr auto tiles = Call::tiles;
  static constexpr int TQ = tiles.thread_queries();
  static constexpr int TK = tiles.thread_keys();
  static constexpr int TC = tiles.thread_columns();
  using C = compute_t<typename Call::element>;
  using stage_type = attend_stage<C, tiles>;

  Call const& call;
  stage_type& stage;
  typename Call::block_start start;
  int i0 = int(threadIdx.x) / tiles.threads_across * TQ;
  int j0 = int(threadIdx.x) % tiles.threads_across;
  pb::detail::online_softmax<C> rows[TQ] = {};
  C sum[TQ][TC] = {};
  int seen[TQ] = {};  // of the tile of keys at hand: the first so many

  __device__ __forceinline__ i64 visible_keys(int i) const {
    i64 const query = start.query + i0 + i;
    return query < call.queries ? call.visible_keys(query) : 0;
  }

  /// Rows r0 ... and columns c0 ... of an array of heads into shared memory, turned, zeros outside.
  template <int Rows, class T>
  __device__ __forceinline__ void load_turned(C (&to)[tiles.score_step][Rows + 1], T const* from,
                                              i64 stride, i64 rows, i64 c0) {
    PB_UNROLL
    for (int e = 0; e < Rows * tiles.score_step; e += tiles.threads_per_block()) {
      int const r = (e + int(threadIdx.x)) / tiles.score_step;
      int const c = (e + int(threadIdx.x)) % tiles.score_step;
      bool const inside = r < rows && c0 + c < call.size;
      to[c][r] = inside ? static_cast<C>(from[r * stride + c0 + c]) : C(0);
    }
  }

  __device__ __forceinline__ void load_values(i64 k0) {
    auto const* const from =
        call.template input_row<2>(start.batch, start.head, k0) + start.column;
    PB_UNROLL
    for (int e = 0; e < tiles.value_step * tiles.block_columns; e += tiles.threads_per_block()) {
      int const r = (e + int(threadIdx.x)) / tiles.block_columns;
      int const c = (e + int(threadIdx.x)) % tiles.block_columns;
      bool const inside = k0 + r < call.keys && start.column + c < call.size;
      stage.v[r][c] = inside ? static_cast<C>(from[r * call.value_strides.row + c]) : C(0);
    }
  }

  __device__ __forceinline__ void find_scores(i64 k0, C (&scores)[TQ][TK]) {
    auto const* const q = call.template input_row<0>(start.batch, start.head, start.query);
    auto const* const k = call.template input_row<1>(start.batch, start.head, k0);
    for (i64 c0 = 0; c0 < call.size; c0 += tiles.score_step) {
      load_turned<tiles.block_queries>(stage.q, q, call.query_strides.row,
                                       call.queries - start.query, c0);
      load_turned<tiles.block_keys>(stage.k, k, call.key_strides.row, call.keys - k0, c0);
      __syncthreads();
      for (int c = 0; c < tiles.score_step; ++c) {
        PB_UNROLL
        for (int i = 0; i < TQ; ++i)
          PB_UNROLL
          for (int j = 0; j < TK; ++j)
            scores[i][j] += stage.q[c][i0 + i] * stage.k[c][j0 + j * tiles.threads_across];
      }
      __syncthreads();
    }
  }

  /// Combines a value of every thread in a row of threads; all of them get the result.
  template <class F>
  __device__ __forceinline__ C combine_across(F f, C x) const {
    PB_UNROLL
    for (int offset = tiles.threads_across / 2; offset > 0; offset /= 2)
      x = f(x, __shfl_xor_sync(0xffffffff, x, offset));
    return x;
  }

  /// Scores of one query to weights in shared memory. Keys that it does not see take no part.
  __device__ __forceinline__ void weigh_query(int i, C const (&products)[TK]) {
    C scores[TK];
    C largest = static_cast<C>(-PB_INFINITY);
    PB_UNROLL
    for (int j = 0; j < TK; ++j) {
      scores[j] = pb::detail::score_of(call, products[j]);
      if (j0 + j * tiles.threads_across < seen[i]) largest = scalar::max{}(largest, scores[j]);
    }
    C const factor = rows[i].raise(combine_across(scalar::max{}, largest));
    C added = 0;
    PB_UNROLL
    for (int j = 0; j < TK; ++j) {
      int const key = j0 + j * tiles.threads_across;
      C const e = key < seen[i] ? rows[i].exponential(scores[j]) : C(0);
      stage.weights[i0 + i][key] = e;
      added += e;
    }
    rows[i].sum += combine_across(scalar::add{}, added);
    PB_UNROLL
    for (int c = 0; c < TC; ++c) sum[i][c] *= factor;
  }

  /// Adds the weighed rows of v. A key that a query does not see is skipped, for 0 * NaN is NaN.
  __device__ __forceinline__ void add_values(i64 k0) {
    for (int step = 0; step < tiles.block_keys; step += tiles.value_step) {
      load_values(k0 + step);
      __syncthreads();
      for (int k = 0; k < tiles.value_step; ++k) {
        PB_UNROLL
        for (int i = 0; i < TQ; ++i) {
          if (step + k >= seen[i]) continue;
          C const weight = stage.weights[i0 + i][step + k];
          PB_UNROLL
          for (int c = 0; c < TC; ++c)
            sum[i][c] += weight * stage.v[k][j0 + c * tiles.threads_across];
        }
      }
      __syncthreads();
    }
  }

  __device__ __forceinline__ void store() const {
    using out_type = typename Call::output_type;
    PB_UNROLL
    for (int i = 0; i < TQ; ++i) {
      i64 const query = start.query + i0 + i;
      auto* const out = call.output_row(start.batch, start.head, query) + start.column;
      bool const sees_none = visible_keys(i) == 0;
      PB_UNROLL
      for (int c = 0; c < TC; ++c) {
        int const column = j0 + c * tiles.threads_across;
        if (query < call.queries && start.column + column < call.size)
          out[column] = static_cast<out_type>(sees_none ? C(0) : sum[i][c] / rows[i].sum);
      }
    }
  }

  /// The last query of the block sees most keys.
  __device__ __forceinline__ void run() {
    i64 const last = min_of(start.query + tiles.block_queries, call.queries) - 1;
    for (i64 k0 = 0; k0 < call.visible_keys(last); k0 += tiles.block_keys) {
      C scores[TQ][TK] = {};
      find_scores(k0, scores);
      PB_UNROLL
      for (int i = 0; i < TQ; ++i) {
        seen[i] = int(max_of(min_of(visible_keys(i) - k0, tiles.block_keys), 0));
        weigh_query(i, scores[i]);
      }
      add_values(k0);
    }
    store();
  }
};

}  // namespace detail

template <class Body, class T>
__global__ void __launch_bounds__(attend_call<Body, T>::tiles.threads_per_block())
    attend_kernel(__grid_constant__ attend_call<Body, T> const call) {
  using block = detail::attend_block<attend_call<Body, T>>;
  __shared__ typename block::stage_type stage;
  for (i64 b = blockIdx.x; b < call.num_blocks(); b += gridDim.x)
    block{call, stage, call.start_of(b)}.run();
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_ATTEND_ATTEND_CUDA_CUH
