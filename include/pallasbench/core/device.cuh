// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What every CUDA executor needs of memory.
#ifndef PALLASBENCH_CORE_DEVICE_CUH
#define PALLASBENCH_CORE_DEVICE_CUH

#include <pallasbench/core/vec.hpp>

namespace pb::cuda {

/// Whether a pointer may be accessed as vec<T>.
__device__ __forceinline__ bool is_vec_aligned(void const* p) {
  return (reinterpret_cast<u64>(p) & 15) == 0;
}

namespace detail {

template <int Bytes> struct word_of;
template <> struct word_of<16> { using type = uint4; };
template <> struct word_of<8> { using type = uint2; };
template <> struct word_of<4> { using type = unsigned int; };
template <> struct word_of<2> { using type = unsigned short; };
template <> struct word_of<1> { using type = unsigned char; };

}  // namespace detail

/// Stores what this kernel does not read again, in one access that is the first to leave the L2
/// cache. `to` must be a multiple of the vec's bytes. (An assignment of the struct may become one
/// store an element.)
template <class T, int V>
__device__ __forceinline__ void store_streaming(T* to, vec<T, V> const& elements) {
  using word = typename detail::word_of<sizeof(T) * V>::type;
  __stcs(reinterpret_cast<word*>(to), __builtin_bit_cast(word, elements));
}

/// Loads 16 bytes that this kernel does not write, past the L1 cache: for rows looked up at random, of
/// which a multiprocessor seldom sees one twice. `from` must be a multiple of 16 bytes.
template <class T>
__device__ __forceinline__ vec<T> load_past_l1(T const* from) {
  uint4 word;
  asm("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
      : "=r"(word.x), "=r"(word.y), "=r"(word.z), "=r"(word.w)
      : "l"(from));
  return __builtin_bit_cast(vec<T>, word);
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_CORE_DEVICE_CUH
