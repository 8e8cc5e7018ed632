// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA executor of pattern reversed: a thread takes four vecs of bases, all loaded before the first is
// stored. Tiles begin where the output is aligned; the bases that a vec of it comes from lie as far
// from the end of the input, which need not be aligned: then they are cut out of two vecs. Bytes move
// alone only where a vec would reach over an end of an array.
#ifndef PALLASBENCH_PATTERNS_SEQUENCE_REVERSED_CUDA_CUH
#define PALLASBENCH_PATTERNS_SEQUENCE_REVERSED_CUDA_CUH

#include <pallasbench/core/device.cuh>
#include <pallasbench/patterns/sequence/reversed.hpp>

namespace pb::cuda {

namespace detail {

/// How the vecs of a call lie: outputs at, ..., at + 15 with call.out + at aligned come from 16 bytes
/// of the input that begin `skew` bytes behind an aligned one.
template <class Call>
struct reversed_vecs {
  static constexpr int size = vec_size<u8>;
  Call const& call;
  int skew;

  __device__ __forceinline__ u8 const* source(i64 at) const {
    return input<u8>(call, 0) + (call.length - at - size);
  }

  /// Whether no access of outputs [at, end) leaves an array.
  __device__ __forceinline__ bool inside(i64 at, i64 end) const {
    int const behind = skew == 0 ? 0 : size - skew;
    return at >= behind && end + skew <= call.length;
  }

  /// The bytes of source(at).
  template <bool Aligned>
  __device__ __forceinline__ vec<u32> load(i64 at) const {
    auto const* const from = reinterpret_cast<vec<u32> const*>(source(at) - (Aligned ? 0 : skew));
    vec<u32> bytes = from[0];
    if constexpr (!Aligned) {
      auto const next = from[1];
      u32 both[8];
      PB_UNROLL
      for (int i = 0; i < 4; ++i) {
        both[i] = bytes.data[i];
        both[4 + i] = next.data[i];
      }
      PB_UNROLL
      for (int i = 0; i < 6; ++i) both[i] = (skew & 8) != 0 ? both[i + 2] : both[i];
      PB_UNROLL
      for (int i = 0; i < 5; ++i) both[i] = (skew & 4) != 0 ? both[i + 1] : both[i];
      PB_UNROLL
      for (int i = 0; i < 4; ++i)
        bytes.data[i] = __funnelshift_r(both[i], both[i + 1], 8 * (skew & 3));
    }
    return bytes;
  }

  /// Stores the outputs that come from these bytes.
  __device__ __forceinline__ void store(i64 at, vec<u32> const& bytes) const {
    tile<i32, size, no_rows> bases{};
    PB_UNROLL
    for (int v = 0; v < size; ++v) {
      int const b = size - 1 - v;
      bases.data[v] = i32(bytes.data[b / 4] >> (8 * (b % 4)) & 255);
    }
    auto const y = call.body(bases);
    vec<u8> chunk;
    PB_UNROLL
    for (int v = 0; v < size; ++v) chunk.data[v] = static_cast<u8>(y.at(v));
    *reinterpret_cast<vec<u8>*>(call.out + at) = chunk;
  }

  /// The same for outputs that need not exist, byte by byte.
  __device__ __forceinline__ void move_bytes(i64 at) const {
    for (i64 i = max_of(at, 0); i < min_of(at + size, call.length); ++i) {
      tile<i32, 1, no_rows> const base{{input<u8>(call, 0)[call.length - 1 - i]}, {}};
      call.out[i] = static_cast<u8>(call.body(base).at(0));
    }
  }
};

template <bool Aligned, class Call>
__device__ __forceinline__ void reverse_tiles(reversed_vecs<Call> const& vecs, i64 first) {
  constexpr int size = reversed_vecs<Call>::size;
  constexpr int count = Call::tiles.items_per_thread / size;
  int const stride = int(blockDim.x) * size;
  i64 const step = i64(gridDim.x) * stride * count;
  for (i64 from = first + i64(blockIdx.x) * stride * count; from < vecs.call.length; from += step) {
    i64 const at = from + i64(threadIdx.x) * size;
    if (vecs.inside(from, from + stride * count)) {
      vec<u32> bytes[count];
      PB_UNROLL
      for (int n = 0; n < count; ++n) bytes[n] = vecs.template load<Aligned>(at + n * stride);
      PB_UNROLL
      for (int n = 0; n < count; ++n) vecs.store(at + n * stride, bytes[n]);
    } else {
      for (int n = 0; n < count; ++n) {
        i64 const a = at + n * stride;
        if (a >= vecs.call.length) break;
        if (vecs.inside(a, a + size)) vecs.store(a, vecs.template load<Aligned>(a));
        else vecs.move_bytes(a);
      }
    }
  }
}

}  // namespace detail

template <class Body>
__global__ void __launch_bounds__(reversed_call<Body>::tiles.threads_per_block)
    reversed_kernel(__grid_constant__ reversed_call<Body> const call) {
  i64 const first = -i64(reinterpret_cast<u64>(call.out) & 15);
  u64 const source = reinterpret_cast<u64>(call.in[0]) + u64(call.length - first);
  detail::reversed_vecs<reversed_call<Body>> const vecs{call, int(source & 15)};
  if (vecs.skew == 0) detail::reverse_tiles<true>(vecs, first);
  else detail::reverse_tiles<false>(vecs, first);
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_SEQUENCE_REVERSED_CUDA_CUH
