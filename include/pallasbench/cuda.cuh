// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Launching an operation from a CUDA program compiled by nvcc:
//
//   cudaError_t e = pb::cuda::launch(pb::ops::softmax{}, stream, pb::make_view(y, rows, columns),
//                                    pb::make_view(x, rows, columns));
#ifndef PALLASBENCH_CUDA_CUH
#define PALLASBENCH_CUDA_CUH

#include <pallasbench/compose/compose.hpp>
#include <pallasbench/patterns/bind.hpp>
#include <pallasbench/patterns/contract/contract_cuda.cuh>
#include <pallasbench/patterns/index/index_cuda.cuh>
#include <pallasbench/patterns/map/map_cuda.cuh>
#include <pallasbench/patterns/rows/rows_cuda.cuh>
#include <pallasbench/patterns/sequence/sequence_cuda.cuh>

#include <cuda_runtime_api.h>

namespace pb::cuda {

namespace detail {

/// The kernel instance for a call: for rows, the one tiled for the row's length.
template <tiling::tiling, class Body, class T>
auto kernel_for(map_call<Body, T> const&) { return &map_kernel<Body, T>; }

template <tiling::tiling, class Body, class T>
auto kernel_for(contract_call<Body, T> const&) { return &contract_kernel<Body, T>; }

template <tiling::tiling, class Body, class T, class Index>
auto kernel_for(index_call<Body, T, Index> const&) { return &index_kernel<Body, T, Index>; }

template <tiling::tiling, class Body, class T>
auto kernel_for(sequence_call<Body, T> const&) { return &sequence_kernel<Body>; }

template <int Number, class Body, class T>
auto rows_kernel_numbered(int number) {
  if constexpr (Number + 1 < tiling::num_rows_tilings) {
    if (number != Number) return rows_kernel_numbered<Number + 1, Body, T>(number);
  }
  return &rows_kernel<Body, T, Number>;
}

template <tiling::tiling Tiling, class Body, class T>
auto kernel_for(rows_call<Body, T> const& call) {
  return rows_kernel_numbered<0, Body, T>(call.template tiling_number<Tiling>());
}

}  // namespace detail

/// Enqueues a call on a stream: clears the output where the plan says so, then launches. A call without
/// elements enqueues nothing. Never synchronises, never allocates.
template <tiling::tiling Tiling = tiling::clamped<65536>, class Call>
  requires requires { typename Call::output_type; }
cudaError_t launch(Call const& call, cudaStream_t stream) {
  plan const p = call.template plan_for<Tiling>();
  i64 const out_bytes = call.output_shape().count() * i64(sizeof(typename Call::output_type));
  if (p.clears_output && out_bytes != 0) {
    cudaError_t const cleared =
        cudaMemsetAsync(call.out, 0, static_cast<size_t>(out_bytes), stream);
    if (cleared != cudaSuccess) return cleared;
  }
  if (p.launched_blocks == 0) return cudaSuccess;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(static_cast<unsigned>(p.launched_blocks));
  config.blockDim = dim3(static_cast<unsigned>(p.threads_per_block));
  config.dynamicSmemBytes = static_cast<size_t>(p.shared_memory_bytes);
  config.stream = stream;
  return cudaLaunchKernelEx(&config, detail::kernel_for<Tiling>(call), call);
}

/// out = body(in...), enqueued on the stream. Shapes and element types: the pattern's header; the views
/// are of device memory. cudaErrorInvalidValue where an extent or a parameter is not allowed
/// (pb::bind tells which), else what the runtime returns.
template <tiling::tiling Tiling = tiling::clamped<65536>, operation Body, class Out, class OutExtents,
          class... In, class... InExtents>
cudaError_t launch(Body const& body, cudaStream_t stream,
                   ::cuda::std::mdspan<Out, OutExtents> const& out,
                   ::cuda::std::mdspan<In, InExtents> const&... in) {
  auto const bound = bind(body, out, in...);
  return bound.status.ok() ? launch<Tiling>(bound.call, stream) : cudaErrorInvalidValue;
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_CUDA_CUH
