// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA executor of pattern rows: a thread, a warp or a block walks a row, once for each reduction of the body and
// once for its output; where rows are held, in shared memory, to which each thread copied the elements
// that it walks. (In registers instead, a row leaves too few of them for enough threads: 16 f32 a
// thread and layer_norm were 84 registers.) Reductions are warp shuffles and, in a block, one exchange
// in shared memory. (cub::BlockReduce does the same, but its header alone costs NVRTC 1.4 s a kernel
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
    static_assert(Threads == 1 || (Threads % 32 == 0 && (warps & (warps - 1)) == 0 && warps <= 32),
                  "pb::rows: a block has a power of two of warps, at most 32");
    if constexpr (Threads > 1) {
      PB_UNROLL
      for (int d = 16; d > 0; d /= 2) partial = f(partial, __shfl_xor_sync(~0u, partial, d));
    }
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

  /// The sums of two numbers at once, behind one barrier.
  template <int Threads>
  __device__ __forceinline__ void add_both(double& a, double& b) {
    constexpr int warps = Threads / 32;
    static_assert(Threads == 1 || (Threads % 32 == 0 && (warps & (warps - 1)) == 0 && warps <= 16),
                  "pb::rows: a block has a power of two of warps, at most 16");
    if constexpr (Threads > 1) add_lanes<16>(a, b);
    if constexpr (warps > 1) {
      double* const slot = slots[turn];
      turn ^= 1;
      if (threadIdx.x % 32 == 0) {
        slot[threadIdx.x / 32] = a;
        slot[warps + threadIdx.x / 32] = b;
      }
      __syncthreads();
      a = slot[threadIdx.x % warps];
      b = slot[warps + threadIdx.x % warps];
      add_lanes<warps / 2>(a, b);
    }
  }

 private:
  template <int Distance>
  static __device__ __forceinline__ void add_lanes(double& a, double& b) {
    PB_UNROLL
    for (int d = Distance; d > 0; d /= 2) {
      a += __shfl_xor_sync(~0u, a, d);
      b += __shfl_xor_sync(~0u, b, d);
    }
  }
};

/// The number of a thread among the Threads that share its row: it alone, its warp, or its block.
template <int Threads>
__device__ __forceinline__ int thread_of_row() {
  return Threads <= 32 ? int(threadIdx.x) % Threads : int(threadIdx.x);
}

template <int Length>
struct run_length {};

/// Runs of elements: run u starts at column + u stride.
template <class Run, int U>
struct row_batch {
  using element = typename Run::element;
  static constexpr int length = pb::detail::tile_size<Run>;
  static constexpr int size = U * length;
  Run runs[U];
  i64 column;
  i64 stride;

  __device__ __forceinline__ element at(int i) const { return runs[i / length].data[i % length]; }
  __device__ __forceinline__ void set(int i, element e) { runs[i / length].data[i % length] = e; }
};

/// Of a batch that is known by reference only, which is no constant.
template <class Batch>
inline constexpr int size_of = pb::detail::remove_cvref_t<Batch>::size;

/// f of a batch's elements as values of type A, in pairs of pairs: no sum waits for all that come
/// before it.
template <class A, class F, class Batch, int First = 0, int Count = Batch::size>
__device__ __forceinline__ A in_pairs(F const& f, Batch const& batch) {
  constexpr int half = Count / 2;
  if constexpr (Count == 1) return static_cast<A>(batch.at(First));
  else
    return f(in_pairs<A, F, Batch, First, half>(f, batch),
             in_pairs<A, F, Batch, First + half, Count - half>(f, batch));
}

/// A condition as the number of elements of a run for which it holds.
template <class Expr>
struct count_in_run {
  Expr const& condition;

  template <int Length>
  __device__ __forceinline__ auto run(i64 column) const {
    pb::detail::run_of<i32, 1> result{};
    if constexpr (Length % 4 == 0 && pb::packed::condition_on_bytes<Expr>) {
      result.data[0] = pb::packed::count(condition.template packed<Length>(column));
    } else {
      auto const holds = condition.template run<Length>(column);
      PB_UNROLL
      for (int i = 0; i < Length; ++i) result.data[0] += holds.at(i) ? 1 : 0;
    }
    return result;
  }
};

/// The scope of a row of Ts in memory: a thread has Deep runs of 16 bytes in flight, or Lone elements.
template <int Threads, int Deep, int Lone, class T>
struct walked_row {
  using reading = lazy_rows;
  static constexpr int V = vec_size<T>;
  row_exchange* exchange;
  i64 size;
  i64 head;  // columns in front of the first run; all of them where runs are not aligned

  __device__ __forceinline__ i64 columns() const { return size; }

  /// This thread's elements of the row, in batches. What is left over is not unrolled: the code would be
  /// several times as long, and as long to compile.
  template <class Expr, class Visit>
  __device__ __forceinline__ void walk(Expr const& expr, Visit const& visit) const {
    i64 single = thread_of_row<Threads>();
    if constexpr (Lone > 1) {  // a row without runs
      for (; single + (Lone - 1) * Threads < head; single += Lone * Threads)
        visit(load<1, Lone>(expr, single));
    }
#pragma unroll 1
    for (; single < size - runs_size(); single += Threads)
      visit(load<1, 1>(expr, single_column(single)));
    i64 run = first_run();
    if constexpr (Deep > 1) {
      for (; run + (Deep - 1) * Threads * V < runs_end(); run += Deep * Threads * V)
        visit(load<V, Deep>(expr, run));
    }
#pragma unroll 1
    for (; run < runs_end(); run += Threads * V) visit(load<V, 1>(expr, run));
  }

  /// visit(column, length) for the same elements, one or a run at a time. Visits that do not wait gain
  /// nothing from an unrolled loop, and rows are short enough for its remainder to cost more.
  template <class Visit>
  __device__ __forceinline__ void for_each_run(Visit const& visit) const {
#pragma unroll 1
    for (i64 i = thread_of_row<Threads>(); i < size - runs_size(); i += Threads)
      visit(single_column(i), run_length<1>{});
#pragma unroll 1
    for (i64 run = first_run(); run < runs_end(); run += Threads * V) visit(run, run_length<V>{});
  }

  template <class F, class A, class Expr>
  __device__ __forceinline__ A reduce(F f, A start, Expr const& expr) const {
    A partial = start;
    walk(expr, [&](auto const& batch) {
      if constexpr (pb::detail::same<F, scalar::add> && pb::detail::same<A, double>)
        partial += sum_of_few<T, size_of<decltype(batch)>>([&](int i) { return batch.at(i); });
      else
        partial = f(partial, in_pairs<A>(f, batch));
    });
    return exchange->combine<Threads>(f, partial);
  }

  /// The sum of the squares.
  template <class Expr>
  __device__ __forceinline__ double sum_of_squares(Expr const& expr) const {
    double partial = 0;
    walk(expr, [&](auto const& batch) {
      partial += sum_of_few_squares<size_of<decltype(batch)>>([&](int i) { return batch.at(i); });
    });
    return exchange->combine<Threads>(scalar::add{}, partial);
  }

  /// In one walk, relative to the row's first element.
  template <class Expr>
  __device__ __forceinline__ mean_and_variance moments(Expr const& expr) const {
    shifted_sums sums{size > 0 ? static_cast<double>(expr(0)) : 0.0};
    walk(expr, [&](auto const& batch) {
      sums.add_few<size_of<decltype(batch)>>([&](int i) { return batch.at(i); });
    });
    exchange->add_both<Threads>(sums.sum, sums.squares);
    return sums.of(static_cast<double>(size));
  }

  template <class Expr>
  __device__ __forceinline__ i64 count(Expr const& condition) const {
    i64 total = 0;
    walk(count_in_run<Expr>{condition},
         [&](auto const& batch) { total += in_pairs<i32>(scalar::add{}, batch); });
    return exchange->combine<Threads>(scalar::add{}, total);
  }

  template <class E>
  struct max_and_sum {
    E max, exp_sum;
  };

  /// In one walk: the sum is kept relative to the largest element so far [Milakov and Gimelshein,
  /// arXiv:1805.02867]. The terms of a batch, each at most 1, are added in E, their sums in A.
  template <class Expr>
  __device__ __forceinline__ auto max_and_exp_sum(Expr const& expr) const {
    using E = decltype(expr(i64(0)));
    using A = typename scalar::accumulator<scalar::add, E>::type;
    auto const larger = [](E a, E b) { return math::max_or_nan(a, b); };
    E const lowest = scalar::identity<scalar::max, E>::value();
    E top = lowest;
    A sum = 0;
    walk(expr, [&](auto const& batch) {
      E const next = larger(top, in_pairs<E>(larger, batch));
      if (next == lowest) return;  // -inf only: adds nothing to a row that holds more than that
      if (next != top) sum *= static_cast<A>(math::exp(top - next));
      top = next;
      auto terms = batch;
      PB_UNROLL
      for (int i = 0; i < batch.size; ++i)
        terms.set(i, math::exp_of_term(batch.at(i) - next));
      sum += static_cast<A>(in_pairs<E>(scalar::add{}, terms));
    });
    E const max = exchange->combine<Threads>(larger, top);
    if (max != top) sum *= static_cast<A>(math::exp(top - max));
    sum = exchange->combine<Threads>(scalar::add{}, sum);
    // exp(-inf + inf), of each element
    if (max == lowest && size > 0) sum = static_cast<A>(PB_NAN);
    return max_and_sum<E>{max, static_cast<E>(sum)};
  }

 private:
  // Single elements are those in front of the first run and those behind the last.
  __device__ __forceinline__ i64 runs_size() const { return (size - head) / V * V; }
  __device__ __forceinline__ i64 runs_end() const { return head + runs_size(); }
  __device__ __forceinline__ i64 first_run() const { return head + thread_of_row<Threads>() * V; }
  __device__ __forceinline__ i64 single_column(i64 i) const {
    return i < head ? i : i + runs_size();
  }

  template <int Length, int Batch, class Expr>
  static __device__ __forceinline__ auto load(Expr const& expr, i64 column) {
    constexpr i64 stride = Threads * Length;
    using run = decltype(expr.template run<Length>(column));
    row_batch<run, Batch> batch{{}, column, stride};
    PB_UNROLL
    for (int u = 0; u < Batch; ++u)
      batch.runs[u] = expr.template run<Length>(column + u * stride);
    return batch;
  }
};

/// Starts a copy of Bytes from global to shared memory that wait_for_copies waits for. Runs of 16 pass
/// by the L1 cache, which is the row vectors'. Below sm_80 the thread waits at once.
template <int Bytes>
__device__ __forceinline__ void copy_async(void* to, void const* from) {
#if PB_DEVICE_ARCH >= 800
  auto const shared = static_cast<u32>(__cvta_generic_to_shared(to));
  if constexpr (Bytes == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared), "l"(from) : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(shared), "l"(from), "n"(Bytes)
                 : "memory");
#else
  using bytes = vec<u8, Bytes>;
  *static_cast<bytes*>(to) = *static_cast<bytes const*>(from);
#endif
}

__device__ __forceinline__ void wait_for_copies() {
#if PB_DEVICE_ARCH >= 800
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

/// A leaf of a lazy row that is held: each thread walks what it copied itself, so that no barrier
/// stands between. A single element, which may be another thread's, is read where it came from.
template <class T, class C>
struct held_row {
  T const* in;
  T* held;

  __device__ __forceinline__ C operator()(i64 column) const { return static_cast<C>(in[column]); }

  template <int V>
  __device__ __forceinline__ pb::detail::run_of<C, V> run(i64 column) const {
    return memory_row<T, C>{held}.template run<V>(column);
  }

  /// Starts the copies of this thread's elements; runs lie in `held` as they do in memory.
  template <class Scope>
  __device__ __forceinline__ void hold(Scope const& scope) const {
    scope.for_each_run([&]<int Length>(i64 column, run_length<Length>) {
      constexpr int bytes = Length * int(sizeof(T));
      if constexpr (bytes >= 4) copy_async<bytes>(held + column, in + column);
      else held[column] = in[column];
    });
  }
};

template <class Call, class Row>
__device__ __forceinline__ void store_walked(Call const& call, i64 r, Row const& y) {
  using T = typename Call::output_type;
  T* const out = call.out + r * call.columns;
  y.scope.walk(y.expr, [&](auto const& batch) {
    constexpr int V = pb::detail::remove_cvref_t<decltype(batch)>::length;
    PB_UNROLL
    for (int u = 0; u < batch.size / V; ++u) {
      vec<T, V> run;
      PB_UNROLL
      for (int v = 0; v < V; ++v) run.data[v] = static_cast<T>(batch.runs[u].data[v]);
      store_streaming(out + batch.column + u * batch.stride, run);
    }
  });
}

/// Whether the arrays that are accessed along rows start on 16 bytes.
template <class Call, int... I>
__device__ __forceinline__ bool arrays_are_aligned(Call const& call, pb::detail::indices<I...>) {
  return (Call::reduces || is_vec_aligned(call.out)) &&
         ((Call::template is_label<I> || is_vec_aligned(call.in[I])) && ...);
}

/// The columns of row r in front of its first aligned run of V: all where runs of its arrays do not
/// lie alike.
template <int V, class Call, int... I>
__device__ __forceinline__ i64 columns_before_runs(Call const& call, i64 r, bool aligned,
                                                   pb::detail::indices<I...>) {
  i64 const beyond = r * call.columns % V;  // a run's elements in front of the row
  if (aligned && beyond == 0) return 0;
  constexpr bool has_row_vector = (Call::template is_row_vector<I> || ...);
  return aligned && !has_row_vector ? min_of(V - beyond, call.columns) : call.columns;
}

/// What the rows of a call share in a kernel; Tiling is a number of tiling::rows_tiling_at.
template <int Tiling, class Call>
struct row_reader {
  using C = compute_t<typename Call::element>;
  static constexpr auto tiles = tiling::rows_tiling_at(Tiling);
  static constexpr auto inputs = pb::detail::make_indices<Call::inputs>{};
  static constexpr int threads = tiles.threads_per_row();
  static constexpr int V = vec_size<typename Call::element>;
  // Held elements are there when they are walked.
  static constexpr int lone = tiles.holds ? 1 : 8;
  using scope = walked_row<threads, tiles.vecs_per_thread, lone, typename Call::element>;
  static_assert(tiles.rows_per_block == 1 || threads == 32 || (threads == 1 && !tiles.holds),
                "pb::rows: a row belongs to a block or to a warp, or is walked by a thread");

  Call const& call;
  row_exchange& exchange;
  bool aligned;

  __device__ __forceinline__ row_reader(Call const& c, row_exchange& e)
      : call(c), exchange(e), aligned(arrays_are_aligned(c, inputs)) {}

  /// visit(r) for the rows of this thread.
  template <class Visit>
  __device__ __forceinline__ void for_each_row(Visit const& visit) const {
    i64 const first = i64(blockIdx.x) * tiles.rows_per_block + threadIdx.x / threads;
    for (i64 r = first; r < call.rows; r += i64(gridDim.x) * tiles.rows_per_block) visit(r);
  }

  /// f of row r's inputs, walked.
  template <class F>
  __device__ __forceinline__ auto apply(F const& f, i64 r) const {
    return pb::detail::on_lazy_row<C>(f, call, r, scope_of(r), inputs);
  }

  /// The same with its inputs held in shared memory: held_bytes for each row of the block.
  template <class F>
  __device__ __forceinline__ auto apply_held(F const& f, i64 r, u8* rows_held) const {
    u8* const held = rows_held + threadIdx.x / threads * call.held_bytes();
    return apply_held(f, r, held, scope_of(r), inputs);
  }

  __device__ __forceinline__ static bool is_first_of_row() { return thread_of_row<threads>() == 0; }

 private:
  __device__ __forceinline__ scope scope_of(i64 r) const {
    return {&exchange, call.columns, columns_before_runs<V>(call, r, aligned, inputs)};
  }

  template <int I>
  static constexpr bool is_held = !Call::template is_label<I> && !Call::template is_row_vector<I>;

  template <class F, int... I>
  __device__ __forceinline__ auto apply_held(F const& f, i64 r, u8* held, scope const& s,
                                             pb::detail::indices<I...>) const {
    // The row before lay otherwise where rows do not start alike.
    if constexpr (threads == 32) __syncwarp();
    else __syncthreads();
    (hold<I>(r, held, s), ...);
    wait_for_copies();
    return f(held_input<I>(r, held, s)...);
  }

  template <int I>
  __device__ __forceinline__ auto held_leaf(i64 r, u8* held, scope const& s) const {
    using T = typename Call::template input_type<I>;
    T* const start = reinterpret_cast<T*>(held + call.held_bytes(I));
    i64 const pad = 0 < s.head && s.head < V ? V - s.head : 0;
    return held_row<T, C>{input<T>(call, I) + r * call.columns, start + pad};
  }

  template <int I>
  __device__ __forceinline__ void hold(i64 r, u8* held, scope const& s) const {
    if constexpr (is_held<I>) held_leaf<I>(r, held, s).hold(s);
  }

  template <int I>
  __device__ __forceinline__ auto held_input(i64 r, u8* held, scope const& s) const {
    if constexpr (is_held<I>) {
      auto const leaf = held_leaf<I>(r, held, s);
      return lazy<pb::detail::remove_cvref_t<decltype(leaf)>, scope>{leaf, s};
    } else {
      return pb::detail::lazy_row<I, C>(call, r, s);
    }
  }
};

}  // namespace detail

/// Tiling is a number of tiling::rows_tiling_at.
template <class Body, class T, int Tiling>
__global__ void __launch_bounds__(tiling::rows_tiling_at(Tiling).threads_per_block,
                                  tiling::rows_tiling_at(Tiling).blocks_per_multiprocessor())
    rows_kernel(__grid_constant__ rows_call<Body, T> const call) {
  using Call = rows_call<Body, T>;
  using reader = detail::row_reader<Tiling, Call>;
  extern __shared__ __align__(16) u8 rows_held[];
  __shared__ double slots[2][32];
  detail::row_exchange exchange{slots};
  reader const rows(call, exchange);
  auto const store = [&](i64 r, auto const& y) {
    if constexpr (!Call::reduces) detail::store_walked(call, r, y);
    else if (reader::is_first_of_row())
      call.out[r] = static_cast<typename Call::output_type>(y.at(0));
  };
  rows.for_each_row([&](i64 r) {
    if constexpr (reader::tiles.holds) store(r, rows.apply_held(call.body, r, rows_held));
    else store(r, rows.apply(call.body, r));
  });
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_ROWS_ROWS_CUDA_CUH
