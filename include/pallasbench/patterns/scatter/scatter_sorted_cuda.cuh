// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The deterministic variant of pattern scatter: updates sorted by target with CUB, then one thread
// an element adds its own in order of their numbers. The same bits as the host executor, on every
// run; slower than the atomic one, most where many updates share an element. Needs nvcc.
#ifndef PALLASBENCH_PATTERNS_SCATTER_SCATTER_SORTED_CUDA_CUH
#define PALLASBENCH_PATTERNS_SCATTER_SCATTER_SORTED_CUDA_CUH

#include <pallasbench/patterns/scatter/scatter.hpp>

#include <cub/device/device_radix_sort.cuh>
#include <cuda_runtime_api.h>

namespace pb::cuda {

namespace detail {

/// The arrays of a sorted scatter, in one workspace: targets and update numbers, before and after
/// sorting, then CUB's own bytes.
struct sorted_scatter {
  i64 updates;
  size_t sort_bytes;
  u8* workspace;

  __host__ __device__ static i64 padded(i64 bytes) { return ceil_div(bytes, 256) * 256; }
  __host__ __device__ u64* array(int i) const {
    return reinterpret_cast<u64*>(workspace + i * padded(updates * i64(sizeof(u64))));
  }
  u64* targets() const { return array(0); }
  u64* numbers() const { return array(1); }
  __host__ __device__ u64* sorted_targets() const { return array(2); }
  __host__ __device__ u64* sorted_numbers() const { return array(3); }
  void* sort_workspace() const { return array(4); }
  size_t bytes() const { return size_t(4 * padded(updates * i64(sizeof(u64)))) + sort_bytes; }
};

/// Dropped updates go behind the last element.
template <class Call>
__global__ void list_targets(Call const call, u64* targets, u64* numbers) {
  i64 const step = i64(gridDim.x) * blockDim.x;
  for (i64 n = blockIdx.x * i64(blockDim.x) + threadIdx.x; n < call.updates; n += step) {
    i64 const target = target_of(call, n);
    targets[n] = static_cast<u64>(target < 0 ? call.size : target);
    numbers[n] = static_cast<u64>(n);
  }
}

/// The first place in sorted targets that is not below `target`.
__device__ inline i64 lower_bound(u64 const* sorted, i64 count, u64 target) {
  i64 begin = 0;
  while (count > 0) {
    i64 const half = count / 2;
    bool const below = sorted[begin + half] < target;
    begin = below ? begin + half + 1 : begin;
    count = below ? count - half - 1 : half;
  }
  return begin;
}

template <class Call>
__global__ void add_sorted(Call const call, sorted_scatter const sorted) {
  using T = typename Call::element;
  using C = typename Call::sum_type;
  u64 const* const targets = sorted.sorted_targets();
  i64 const step = i64(gridDim.x) * blockDim.x;
  for (i64 i = blockIdx.x * i64(blockDim.x) + threadIdx.x; i < call.size; i += step) {
    C sum = static_cast<C>(input<T>(call, 0)[i]);
    i64 n = lower_bound(targets, call.updates, static_cast<u64>(i));
    for (; n < call.updates && targets[n] == static_cast<u64>(i); ++n)
      sum += added_value<C>(call, static_cast<i64>(sorted.sorted_numbers()[n]));
    call.out[i] = static_cast<T>(sum);
  }
}

/// Bits of the keys 0, 1, ..., size.
inline int key_bits(i64 size) {
  int bits = 1;
  while (size >> bits != 0) ++bits;
  return bits;
}

inline cudaError_t sort_targets(sorted_scatter& s, i64 size, cudaStream_t stream) {
  void* const workspace = s.workspace == nullptr ? nullptr : s.sort_workspace();
  return cub::DeviceRadixSort::SortPairs(workspace, s.sort_bytes, s.targets(), s.sorted_targets(),
                                         s.numbers(), s.sorted_numbers(), s.updates, 0,
                                         key_bits(size), stream);
}

inline constexpr int sorted_threads = 256;

inline unsigned blocks_for(i64 count) {
  return static_cast<unsigned>(min_of(ceil_div(count, sorted_threads), max_launched_blocks));
}

}  // namespace detail

/// Without a workspace (null) stores in `bytes` how much is needed, on the device; with one of so
/// many bytes enqueues the call on the stream, as CUB does. call.workspace is not used.
template <class Body, class T, class Index>
cudaError_t launch_sorted(void* workspace, size_t& bytes,
                          scatter_call<Body, T, Index> const& call, cudaStream_t stream) {
  detail::sorted_scatter sorted{call.updates, 0, nullptr};
  cudaError_t error = detail::sort_targets(sorted, call.size, stream);  // asks for sort_bytes
  if (error != cudaSuccess) return error;
  if (workspace == nullptr) {
    bytes = sorted.bytes();
    return cudaSuccess;
  }
  if (bytes < sorted.bytes()) return cudaErrorInvalidValue;
  if (call.size == 0) return cudaSuccess;
  sorted.workspace = static_cast<u8*>(workspace);
  if (call.updates != 0) {
    detail::list_targets<<<detail::blocks_for(call.updates), detail::sorted_threads, 0, stream>>>(
        call, sorted.targets(), sorted.numbers());
    error = cudaPeekAtLastError();
    if (error == cudaSuccess) error = detail::sort_targets(sorted, call.size, stream);
    if (error != cudaSuccess) return error;
  }
  detail::add_sorted<<<detail::blocks_for(call.size), detail::sorted_threads, 0, stream>>>(call,
                                                                                           sorted);
  return cudaPeekAtLastError();
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_SCATTER_SCATTER_SORTED_CUDA_CUH
