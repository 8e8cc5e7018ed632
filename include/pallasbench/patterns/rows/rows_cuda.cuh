// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA executor of pattern rows: one block a row, the row in registers, or walked where it is too long
// for them, once for each reduction of the body. Reductions are warp shuffles and one exchange in
// shared memory. (cub::BlockReduce does the same, but its header alone costs NVRTC 1.4 s a kernel
// where this file costs 0.1 s; measured with CUDA 13.0.)
#ifndef PALLASBENCH_PATTERNS_ROWS_ROWS_CUDA_CUH
#define PALLASBENCH_PATTERNS_ROWS_ROWS_CUDA_CUH

#include <pallasbench/core/device.cuh>
#include <pallasbench/patterns/rows/rows.hpp>

namespace pb::cuda {

namespace detail {

/// What the threads of a block share to combine their partial results. Two sets of slots take turns,
/// so that one barrier a reduction is enough: a set is written again only behind the next barrier.
struct row_exchange {
  double (*slots)[32];  // [2][warps], in shared memory
  int turn = 0;

  template <int Threads, class F, class A>
  __device__ __forceinline__ A combine(F f, A partial) {
    static_assert(sizeof(A) <= sizeof(double));
    constexpr int warps = Threads / 32;
    static_assert(Threads % 32 == 0 && (warps & (warps - 1)) == 0 && warps <= 32,
                  "pb::rows: a block has a power of two of warps, at most 32");
    PB_UNROLL
    for (int d = 16; d > 0; d /= 2) partial = f(partial, __shfl_xor_sync(~0u, partial, d));
    if constexpr (warps > 1) {
      A* const slot = reinterpret_cast<A*>(slots[turn]);
      turn ^= 1;
      if (threadIdx.x % 32 == 0) slot[threadIdx.x / 32] = partial;
      __syncthreads();
      partial = slot[threadIdx.x % warps];
      PB_UNROLL
      for (int d = warps / 2; d > 0; d /= 2) partial = f(partial, __shfl_xor_sync(~0u, partial, d));
    }
    return partial;
  }
};

/// The scope of a row that a block holds in registers.
template <int Threads, int V>
struct block_row {
  using reading = registers;
  row_exchange* exchange;
  int size;

  /// Column of element n of this thread's tile: chunks of a vec, block after block.
  __device__ __forceinline__ int column(int n) const {
    return (n / V * Threads + int(threadIdx.x)) * V + n % V;
  }
  __device__ __forceinline__ bool valid(int n) const { return column(n) < size; }
  __device__ __forceinline__ i64 columns() const { return size; }

  template <class F, class A>
  __device__ __forceinline__ A combine(F f, A partial) const {
    return exchange->combine<Threads>(f, partial);
  }
};

/// The scope of a row that a block walks.
template <int Threads>
struct walked_row {
  using reading = lazy_rows;
  row_exchange* exchange;
  i64 size;

  __device__ __forceinline__ i64 columns() const { return size; }

  template <class F, class A, class Expr>
  __device__ __forceinline__ A reduce(F f, A start, Expr const& expr) const {
    A partial = start;
    for (i64 c = threadIdx.x; c < size; c += Threads) partial = f(partial, static_cast<A>(expr(c)));
    return exchange->combine<Threads>(f, partial);
  }
};

/// Elements of an access where a thread holds N of type T: 16 bytes, or all of them if they are less.
template <class T, int N>
inline constexpr int row_vec_size = N < vec_size<T> ? N : vec_size<T>;

template <int I, int N, class Call, class Scope>
__device__ __forceinline__ auto load_row_tile(Call const& call, i64 r, bool aligned, Scope scope) {
  using T = typename Call::template input_type<I>;
  using C = compute_t<T>;
  constexpr int V = row_vec_size<typename Call::element, N>;
  T const* in = input<T>(call, I) + (Call::template is_row_vector<I> ? 0 : r * call.columns);
  tile<C, N, Scope> result{{}, scope};
  PB_UNROLL
  for (int n = 0; n < N; n += V) {
    if (aligned) {
      if (!scope.valid(n)) continue;
      auto const chunk = *reinterpret_cast<vec<T, V> const*>(in + scope.column(n));
      PB_UNROLL
      for (int v = 0; v < V; ++v) result.data[n + v] = static_cast<C>(chunk.data[v]);
    } else {
      PB_UNROLL
      for (int v = 0; v < V; ++v)
        if (scope.valid(n + v)) result.data[n + v] = static_cast<C>(in[scope.column(n + v)]);
    }
  }
  return result;
}

/// Input I of row r: a tile of it, or its label.
template <int I, int N, class Call, class Scope>
__device__ __forceinline__ auto load_row(Call const& call, i64 r, bool aligned, Scope scope) {
  if constexpr (Call::template is_label<I>) return pb::detail::row_label<I>(call, r, scope);
  else return load_row_tile<I, N>(call, r, aligned, scope);
}

template <int N, class Call, class Scope, class Row>
__device__ __forceinline__ void store_row(Call const& call, i64 r, bool aligned, Scope scope,
                                          Row const& y) {
  using T = typename Call::output_type;
  constexpr int V = row_vec_size<typename Call::element, N>;
  T* out = call.out + r * call.columns;
  PB_UNROLL
  for (int n = 0; n < N; n += V) {
    vec<T, V> chunk;
    PB_UNROLL
    for (int v = 0; v < V; ++v) chunk.data[v] = static_cast<T>(y.at(n + v));
    if (aligned) {
      if (scope.valid(n)) *reinterpret_cast<vec<T, V>*>(out + scope.column(n)) = chunk;
    } else {
      PB_UNROLL
      for (int v = 0; v < V; ++v)
        if (scope.valid(n + v)) out[scope.column(n + v)] = chunk.data[v];
    }
  }
}

/// Whether every row of every array that is accessed along rows starts on 16 bytes.
template <class Call, int... I>
__device__ __forceinline__ bool rows_are_aligned(Call const& call, pb::detail::indices<I...>) {
  bool const whole = call.columns % vec_size<typename Call::element> == 0;
  return whole && (Call::reduces || is_vec_aligned(call.out)) &&
         ((Call::template is_label<I> || is_vec_aligned(call.in[I])) && ...);
}

/// f of row r's inputs, held in registers.
template <int Threads, int Items, class F, class Call, int... I>
__device__ __forceinline__ auto on_row_in_registers(F const& f, Call const& call, i64 r, bool aligned,
                                                    row_exchange& exchange,
                                                    pb::detail::indices<I...>) {
  constexpr int V = row_vec_size<typename Call::element, Items>;
  block_row<Threads, V> const scope{&exchange, int(call.columns)};
  return f(load_row<I, Items>(call, r, aligned, scope)...);
}

template <int Threads, int Items, class Call, class Inputs>
__device__ __forceinline__ void row_in_registers(Call const& call, i64 r, bool aligned,
                                                 row_exchange& exchange, Inputs inputs) {
  using out_type = typename Call::output_type;
  auto const y =
      on_row_in_registers<Threads, Items>(call.body, call, r, aligned, exchange, inputs);
  if constexpr (Call::reduces) {
    if (threadIdx.x == 0) call.out[r] = static_cast<out_type>(y.at(0));
  } else {
    store_row<Items>(call, r, aligned, y.scope, y);
  }
}

template <int Threads, class Call, int... I>
__device__ __forceinline__ void row_walked(Call const& call, i64 r, row_exchange& exchange,
                                           pb::detail::indices<I...> inputs) {
  using C = compute_t<typename Call::element>;
  using out_type = typename Call::output_type;
  walked_row<Threads> const scope{&exchange, call.columns};
  auto const y = pb::detail::lazy_result<C>(call, r, scope, inputs);
  if constexpr (Call::reduces) {
    if (threadIdx.x == 0) call.out[r] = static_cast<out_type>(y.at(0));
  } else {
    out_type* out = call.out + r * call.columns;
    for (i64 c = threadIdx.x; c < call.columns; c += Threads)
      out[c] = static_cast<out_type>(y.at(c));
  }
}

}  // namespace detail

/// Tiling is a number of tiling::rows_tiling_at.
template <class Body, class T, int Tiling>
__global__ void __launch_bounds__(tiling::rows_tiling_at(Tiling).threads_per_block)
    rows_kernel(__grid_constant__ rows_call<Body, T> const call) {
  constexpr auto tiles = tiling::rows_tiling_at(Tiling);
  constexpr auto inputs = pb::detail::make_indices<num_inputs<Body>>{};
  __shared__ double slots[2][32];
  detail::row_exchange exchange{slots};
  bool const aligned = detail::rows_are_aligned(call, inputs);
  for (i64 r = blockIdx.x; r < call.rows; r += gridDim.x) {
    if constexpr (tiles.walks)
      detail::row_walked<tiles.threads_per_block>(call, r, exchange, inputs);
    else
      detail::row_in_registers<tiles.threads_per_block, tiles.items_per_thread>(
          call, r, aligned, exchange, inputs);
  }
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_ROWS_ROWS_CUDA_CUH
