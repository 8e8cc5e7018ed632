// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA executor of pattern index: a thread copies chunks of 16 bytes of one row; elements where rows or
// pointers do not allow chunks, or where an epilogue computes on them.
#ifndef PALLASBENCH_PATTERNS_INDEX_INDEX_CUDA_CUH
#define PALLASBENCH_PATTERNS_INDEX_INDEX_CUDA_CUH

#include <pallasbench/core/device.cuh>
#include <pallasbench/patterns/index/index.hpp>

namespace pb::cuda {

namespace detail {

/// A block of a lookup without an epilogue, 16 bytes a thread at a time: all its loads come before its
/// stores, which leave the cache first: rows of the table may be looked up again.
template <class Call>
__device__ __forceinline__ void copy_block(Call const& call, i64 b) {
  using T = typename Call::element;
  using Index = typename Call::template input_type<1>;
  constexpr int V = vec_size<T>;
  constexpr int chunks = Call::tiles.items_per_thread / V;
  constexpr int step = Call::tiles.threads_per_block * V;
  auto const blocks = call.blocks_of_rows();
  auto const span = blocks.span_of(b);
  auto const by = blocks.step_of(step);
  int const first = int(threadIdx.x) * V;
  auto place = blocks.place_of(span, first);
  Index index[chunks];
  i64 column[chunks];
  PB_UNROLL
  for (int n = 0; n < chunks; ++n) {
    if (first + n * step < span.count) index[n] = input<Index>(call, 1)[place.row];
    column[n] = place.column;
    place = blocks.after(place, by);
  }
  T const* const table = input<T>(call, 0);
  vec<T> chunk[chunks];
  PB_UNROLL
  for (int n = 0; n < chunks; ++n) {
    for (T& x : chunk[n].data) x = missing_element<T>();
    if (first + n * step >= span.count) continue;
    i64 const from = table_row(index[n], call.table_rows);
    if (from >= 0) chunk[n] = load_past_l1(table + from * call.columns + column[n]);
  }
  T* const out = call.out + span.first + first;
  PB_UNROLL
  for (int n = 0; n < chunks; ++n)
    if (first + n * step < span.count) store_streaming(out + n * step, chunk[n]);
}

/// A block of any lookup, an element a thread at a time.
template <class Call>
__device__ __forceinline__ void look_up_block(Call const& call, i64 b) {
  using T = typename Call::element;
  using C = compute_t<T>;
  constexpr int step = Call::tiles.threads_per_block;
  auto const blocks = call.blocks_of_rows();
  auto const span = blocks.span_of(b);
  auto const by = blocks.step_of(step);
  auto place = blocks.place_of(span, int(threadIdx.x));
  for (int i = int(threadIdx.x); i < span.count; i += step) {
    call.out[span.first + i] = static_cast<T>(call.template result<C>(place.row, place.column));
    place = blocks.after(place, by);
  }
}

}  // namespace detail

template <class Body, class T, class Index>
__global__ void __launch_bounds__(index_call<Body, T, Index>::tiles.threads_per_block)
    index_kernel(__grid_constant__ index_call<Body, T, Index> const call) {
  constexpr bool copies = pb::detail::same<Body, lookup<>>;
  bool const aligned =
      call.columns % vec_size<T> == 0 && is_vec_aligned(call.in[0]) && is_vec_aligned(call.out);
  for (i64 b = blockIdx.x; call.blocks_of_rows().has_block(b); b += gridDim.x) {
    if constexpr (copies) {
      if (aligned) {
        detail::copy_block(call, b);
        continue;
      }
    }
    detail::look_up_block(call, b);
  }
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_INDEX_INDEX_CUDA_CUH
