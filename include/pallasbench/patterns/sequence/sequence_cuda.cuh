// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA executor of pattern sequence: a histogram in shared memory for each block, added to the output at
// the end, while it fits there; atomic additions to the output where it does not. The output is
// cleared before the launch, unless a single block stores it.
//
// What bounds a histogram is its atomic additions, so with a positional body there is not one for each
// window. A private histogram counts words of 6 bases, and a word stands for all the windows in it: at
// k = 4 a word every third base is enough, and each block finds its 256 bins from 15625 words once, at
// its end. Words have five letters, the fifth for every ambiguous base, so that none is special.
#ifndef PALLASBENCH_PATTERNS_SEQUENCE_SEQUENCE_CUDA_CUH
#define PALLASBENCH_PATTERNS_SEQUENCE_SEQUENCE_CUDA_CUH

#include <pallasbench/core/device.cuh>
#include <pallasbench/patterns/sequence/sequence.hpp>

namespace pb::cuda {

namespace detail {

/// Windows that start in the 48 bases of a chunk, which begins at 16 aligned bytes, end in the 16 bases
/// behind it. Chunks are those that are followed by so many; the windows before and behind them all,
/// fewer than 128, are the ends of the sequence.
struct base_chunks {
  static constexpr int bases = 48;
  static constexpr int read = bases + 16;
  i64 first;  // base of the first chunk
  i64 count;

  __device__ __forceinline__ i64 end() const { return first + count * bases; }
};

template <class Call>
__device__ __forceinline__ base_chunks chunks_of(Call const& call) {
  static_assert(Call::tiles.items_per_thread == base_chunks::bases);
  static_assert(base_chunks::bases + Call::max_window - 1 <= base_chunks::read);
  i64 const first = -reinterpret_cast<u64>(call.in[0]) & 15;
  i64 const room = call.length - first - base_chunks::read;
  return {first, room < 0 ? 0 : room / base_chunks::bases + 1};
}

/// Windows [begin, end), one a thread.
template <class Call>
__device__ __forceinline__ void count_windows(Call const& call, i64 begin, i64 end, i32* counts) {
  for (i64 i = begin + threadIdx.x; i < end; i += blockDim.x) {
    i32 const bin = window_bin(call, i);
    if (bin >= 0) atomicAdd(counts + bin, 1);
  }
}

/// Four bytes, those above 3 replaced by 4.
__device__ __forceinline__ u32 with_fifth_letter(u32 digits) {
  u32 const above = (((digits & 0x7c7c7c7c) + 0x7c7c7c7c) | digits) & 0x80808080;
  u32 const replaced = above - (above >> 7);
  return (digits & ~replaced & 0x03030303) | above >> 5;
}

/// The letters of Bases bases, 0 to 3 or 4, one a byte as in memory.
template <int Bases>
struct letters_of {
  u32 of[Bases / 4];

  __device__ __forceinline__ u32 at(int i) const { return of[i / 4] >> (8 * (i % 4)) & 255; }

  /// Three letters from base i on, as a number in base 5: a dot product of bytes for each register.
  __device__ __forceinline__ u32 triple(int i) const {
    u64 const weights = u64(1 << 16 | 5 << 8 | 25) << (8 * (i % 4));
    u32 const low = __dp4a(of[i / 4], u32(weights), 0u);
    return i % 4 < 2 ? low : __dp4a(of[i / 4 + 1], u32(weights >> 32), low);
  }
};

template <int Bases, class Call>
__device__ __forceinline__ letters_of<Bases> load_letters(Call const& call, i64 at) {
  constexpr int V = vec_size<u32>;
  letters_of<Bases> letters;
  PB_UNROLL
  for (int n = 0; n < Bases / 4; n += V) {
    auto const bases = *reinterpret_cast<vec<u32> const*>(input<u8>(call, 0) + at + 4 * n);
    PB_UNROLL
    for (int v = 0; v < V; ++v) {
      u32 digits = 0;
      PB_UNROLL
      for (int shift = 0; shift < 32; shift += 8) {
        tile<i32, 1, no_rows> const base{{i32(bases.data[v] >> shift & 255)}, {}};
        digits |= u32(static_cast<u8>(call.body.digit(base).at(0))) << shift;
      }
      letters.of[n + v] = with_fifth_letter(digits);
    }
  }
  return letters;
}

/// Calls f(first base) for each of this thread's chunks.
template <class F>
__device__ __forceinline__ void for_each_chunk(base_chunks const& chunks, F f) {
  i64 const stride = i64(gridDim.x) * blockDim.x;
  for (i64 c = i64(blockIdx.x) * blockDim.x + threadIdx.x; c < chunks.count; c += stride)
    f(chunks.first + c * base_chunks::bases);
}

/// Windows that a word stands for; it has no more bases than their union. Four have not been
/// tried; with three, k = 4 runs at 80 % of what an H200 reads (bench/results).
PB_FN constexpr int windows_per_word(int word_bases, int window) {
  return min_of(word_bases - window + 1, 3);
}

template <int Step>
__device__ __forceinline__ void count_words(letters_of<base_chunks::read> const& letters,
                                            i32* words) {
  static_assert(base_chunks::bases % Step == 0);
  PB_UNROLL
  for (int i = 0; i < base_chunks::bases; i += Step)
    atomicAdd(words + letters.triple(i) * 125 + letters.triple(i + 3), 1);
}

/// Adds the words' windows to the output. Bins fewer than threads are each several threads', who share
/// the letters behind a window.
template <class Call>
__device__ __forceinline__ void add_words(Call const& call, i32 const* words) {
  int const k = call.body.window();
  int const bins = 1 << (2 * k);
  int const parts = max_of(int(blockDim.x) / bins, 1);
  for (int i = threadIdx.x; i < bins * parts; i += blockDim.x) {
    int const bin = i % bins;
    int window = 0;     // the bin's letters, in base 5
    int windows = 1;    // 5^k
    for (int shift = 2 * k - 2; shift >= 0; shift -= 2) {
      window = window * 5 + (bin >> shift & 3);
      windows *= 5;
    }
    i32 sum = 0;
    int before = 1;  // words of the letters before a window, and of those behind it
    int behind = Call::words / windows;
    for (int n = windows_per_word(Call::word_bases, k); n > 0; --n) {
      for (int b = 0; b < before; ++b)
        for (int e = i / bins; e < behind; e += parts)
          sum += words[(b * windows + window) * behind + e];
      before *= 5;
      behind /= 5;
    }
    if (sum != 0) atomicAdd(call.out + bin, sum);
  }
}

/// Counts of up to 6 bases. No private count overflows before one of the output does: every window of
/// a word is one of the same bin.
template <class Call>
__device__ __forceinline__ void count_in_words(Call const& call, i32* words) {
  base_chunks const chunks = chunks_of(call);
  for (int i = threadIdx.x; i < Call::words; i += blockDim.x) words[i] = 0;
  __syncthreads();
  int const step = windows_per_word(Call::word_bases, call.body.window());
  for_each_chunk(chunks, [&](i64 at) {
    auto const letters = load_letters<base_chunks::read>(call, at);
    if (step == 3) count_words<3>(letters, words);
    else if (step == 2) count_words<2>(letters, words);
    else count_words<1>(letters, words);
  });
  __syncthreads();
  add_words(call, words);
}

/// Counts of any number of bases, in the output: the code of a window is that of the one before,
/// moved on by a base.
template <class Call>
__device__ __forceinline__ void count_in_output(Call const& call) {
  int const k = call.body.window();
  u32 const last_bin = u32(call.body.bins() - 1);
  for_each_chunk(chunks_of(call), [&](i64 at) {
    constexpr int V = vec_size<u8>;
    u32 code = 0;
    int known = 0;  // bases since the last ambiguous one
    for (int n = 0; n < base_chunks::read; n += V) {
      auto const letters = load_letters<V>(call, at + n);
      PB_UNROLL
      for (int i = 0; i < V; ++i) {
        u32 const letter = letters.at(i);
        code = code * 4 + (letter & 3);
        known = letter < 4 ? known + 1 : 0;
        if (known >= k && n + i < base_chunks::bases + k - 1)
          atomicAdd(call.out + (code & last_bin), 1);
      }
    }
  });
}

/// Counts of any windows one by one, in a copy of the output where that is private.
template <class Call>
__device__ __forceinline__ void count_in_bins(Call const& call, i32* private_counts) {
  constexpr i64 block = Call::tiles.block_elements();
  i64 const windows = call.windows();
  i32 const private_bins = i32(call.private_counts());
  i32* const counts = call.is_private() ? private_counts : call.out;
  for (i32 b = threadIdx.x; b < private_bins; b += blockDim.x) private_counts[b] = 0;
  __syncthreads();
  for (i64 base = blockIdx.x * block; base < windows; base += gridDim.x * block)
    count_windows(call, base, min_of(base + block, windows), counts);
  __syncthreads();
  for (i32 b = threadIdx.x; b < private_bins; b += blockDim.x) {
    if (gridDim.x == 1) call.out[b] = private_counts[b];
    else if (private_counts[b] != 0) atomicAdd(call.out + b, private_counts[b]);
  }
}

}  // namespace detail

template <class Body>
__global__ void __launch_bounds__(sequence_call<Body>::tiles.threads_per_block,
                                  sequence_call<Body>::tiles.blocks_per_multiprocessor)
    sequence_kernel(__grid_constant__ sequence_call<Body> const call) {
  extern __shared__ i32 private_counts[];
  if constexpr (positional<Body>) {
    if (call.counts_words() || !call.is_private()) {
      i64 const windows = call.windows();
      if (call.is_private()) detail::count_in_words(call, private_counts);
      else detail::count_in_output(call);
      if (blockIdx.x == 0) {
        auto const chunks = detail::chunks_of(call);
        detail::count_windows(call, 0, min_of(chunks.first, windows), call.out);
        detail::count_windows(call, chunks.end(), windows, call.out);
      }
      return;
    }
  }
  detail::count_in_bins(call, private_counts);
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_SEQUENCE_SEQUENCE_CUDA_CUH
