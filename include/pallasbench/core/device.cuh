// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What every CUDA executor needs: 16-byte accesses, and the launch of a kernel from a plan.
#ifndef PALLASBENCH_CORE_DEVICE_CUH
#define PALLASBENCH_CORE_DEVICE_CUH

#include <pallasbench/core/element.hpp>

namespace pb::cuda {

/// Elements of a 16-byte access.
template <class T>
inline constexpr int vec_size = 16 / int(sizeof(T));

/// V elements that move in one access.
template <class T, int V = vec_size<T>>
struct alignas(sizeof(T) * V) vec {
  T data[V];
};

/// Whether a pointer may be accessed as vec<T>.
__device__ __forceinline__ bool is_vec_aligned(void const* p) {
  return (reinterpret_cast<u64>(p) & 15) == 0;
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_CORE_DEVICE_CUH
