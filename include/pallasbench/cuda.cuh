// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Launching an operation from a CUDA program compiled by nvcc:
//
//   cudaError_t e = pb::cuda::launch(pb::ops::softmax{}, stream, pb::make_view(y, rows, columns),
//                                    pb::make_view(x, rows, columns));
//
// An operation that needs workspace says how much; it is passed behind the stream:
//
//   auto const mse = pb::ops::squared_difference{} | pb::ops::mean{};
//   i64 bytes = pb::cuda::workspace_bytes(mse, pb::make_view(loss), pb::make_view(p, n),
//                                         pb::make_view(t, n));
//   e = pb::cuda::launch(mse, stream, workspace, pb::make_view(loss), ...);
#ifndef PALLASBENCH_CUDA_CUH
#define PALLASBENCH_CUDA_CUH

#include <pallasbench/compose/compose.hpp>
#include <pallasbench/patterns/bind.hpp>
#include <pallasbench/patterns/launch.hpp>
#include <pallasbench/patterns/attend/attend_cuda.cuh>
#include <pallasbench/patterns/columns/columns_cuda.cuh>
#include <pallasbench/patterns/contract/contract_cuda.cuh>
#include <pallasbench/patterns/convolve/convolve_cuda.cuh>
#include <pallasbench/patterns/index/index_cuda.cuh>
#include <pallasbench/patterns/index/one_hot_cuda.cuh>
#include <pallasbench/patterns/map/map_cuda.cuh>
#include <pallasbench/patterns/reduce/reduce_cuda.cuh>
#include <pallasbench/patterns/rows/rows_cuda.cuh>
#include <pallasbench/patterns/scatter/scatter_cuda.cuh>
#include <pallasbench/patterns/sequence/reversed_cuda.cuh>
#include <pallasbench/patterns/sequence/sequence_cuda.cuh>
#include <pallasbench/patterns/steps/steps.hpp>

#include <cuda_runtime_api.h>

namespace pb::cuda {

namespace detail {

/// The kernel instance for a call: for rows, the one tiled for the row's length.
template <tiling::tiling, class Body, class T>
auto kernel_for(map_call<Body, T> const&) { return &map_kernel<Body, T>; }

template <tiling::tiling, class Body, class T>
auto kernel_for(contract_call<Body, T> const&) { return &contract_kernel<Body, T>; }

template <tiling::tiling, class Body, class T>
auto kernel_for(attend_call<Body, T> const&) { return &attend_kernel<Body, T>; }

template <tiling::tiling, class Body, class T, class Index>
auto kernel_for(index_call<Body, T, Index> const&) { return &index_kernel<Body, T, Index>; }

template <tiling::tiling, class Body, class T>
auto kernel_for(convolve_call<Body, T> const& call) {
  static_assert(tiling::num_convolve_tilings == 2);
  return call.tiling_number() == 0 ? &convolve_kernel<Body, T, 0> : &convolve_kernel<Body, T, 1>;
}

template <tiling::tiling, class Body, class T, class Index>
auto kernel_for(scatter_call<Body, T, Index> const&) { return &scatter_kernel<Body, T, Index>; }

template <tiling::tiling, class Body, class T, class Index>
auto kernel_for(one_hot_call<Body, T, Index> const&) { return &one_hot_kernel<Body, T, Index>; }

template <tiling::tiling, class Body, class T>
auto kernel_for(columns_call<Body, T> const& call) {
  static_assert(tiling::num_columns_tilings == 3);
  constexpr int of_long = columns_call<Body, T>::reduces ? 2 : 0;
  return call.tiling_number() == 1 ? &columns_kernel<Body, T, 1> : &columns_kernel<Body, T, of_long>;
}

template <tiling::tiling, class Body, class T>
auto kernel_for(sequence_call<Body, T> const&) { return &sequence_kernel<Body>; }

template <tiling::tiling, class Body, class T>
auto kernel_for(reversed_call<Body, T> const&) { return &reversed_kernel<Body>; }

/// The instance for a number among the tilings that calls like this one may select.
template <int Number, class Body, class T>
auto rows_kernel_numbered(int number) {
  constexpr int last = tiling::num_rows_tilings - 1;
  constexpr bool exists = tiling::is_rows_tiling(Number, rows_call<Body, T>::reduces);
  if constexpr (Number < last) {
    if (number != Number || !exists) return rows_kernel_numbered<Number + 1, Body, T>(number);
  }
  return &rows_kernel<Body, T, exists ? Number : last>;
}

template <tiling::tiling Tiling, class Body, class T>
auto kernel_for(rows_call<Body, T> const& call) {
  return rows_kernel_numbered<0, Body, T>(call.template tiling_number<Tiling>());
}

template <int Number, class Body, class T>
auto reduce_kernel_numbered(int number) {
  constexpr int last = reduce_call<Body, T>::over_rows ? tiling::num_rows_tilings - 1 : 0;
  constexpr bool exists = last == 0 || tiling::is_rows_tiling(Number, true);
  if constexpr (Number < last) {
    if (number != Number || !exists) return reduce_kernel_numbered<Number + 1, Body, T>(number);
  }
  return &reduce_kernel<Body, T, exists ? Number : last>;
}

template <tiling::tiling Tiling, class Body, class T>
auto kernel_for(reduce_call<Body, T> const& call) {
  return reduce_kernel_numbered<0, Body, T>(call.template tiling_number<Tiling>());
}

template <class Call>
bool lacks_workspace(Call const& call, i64 bytes) {
  if constexpr (requires { call.workspace; }) return bytes != 0 && call.workspace == nullptr;
  else return false;
}

}  // namespace detail

/// Enqueues a call on a stream: clears output and workspace where the plan says so, then launches. A
/// plan without blocks enqueues nothing. cudaErrorInvalidValue where the plan asks for workspace and
/// call.workspace is null. Never synchronises, never allocates.
template <tiling::tiling Tiling = tiling::clamped<65536>, class Call>
  requires requires { typename Call::output_type; }
cudaError_t launch(Call const& call, cudaStream_t stream) {
  plan const p = call.template plan_for<Tiling>();
  if (detail::lacks_workspace(call, p.workspace_bytes)) return cudaErrorInvalidValue;
  i64 const out_bytes = call.output_shape().count() * i64(sizeof(typename Call::output_type));
  void* workspace = nullptr;
  if constexpr (requires { call.workspace; }) workspace = call.workspace;
  auto const kernel = reinterpret_cast<void const*>(detail::kernel_for<Tiling>(call));
  return launch_planned(kernel, p, {call.out, out_bytes, workspace}, stream,
                        const_cast<Call*>(&call));
}

/// The same for the calls of a sequence, in order; nothing is enqueued after a failure.
template <tiling::tiling Tiling = tiling::clamped<65536>, class Body, class T>
cudaError_t launch(steps_call<Body, T> const& call, cudaStream_t stream) {
  if (detail::lacks_workspace(call, call.template plan_for<Tiling>().workspace_bytes))
    return cudaErrorInvalidValue;
  cudaError_t status = cudaSuccess;
  call.for_each_step([&](auto const& step, auto) {
    if (status == cudaSuccess) status = launch<Tiling>(step, stream);
  });
  return status;
}

/// The bytes of device memory that launch needs beside the views, 0 for most operations.
template <tiling::tiling Tiling = tiling::clamped<65536>, operation Body, class Out, class OutExtents,
          class... In, class... InExtents>
i64 workspace_bytes(Body const& body, ::cuda::std::mdspan<Out, OutExtents> const& out,
                    ::cuda::std::mdspan<In, InExtents> const&... in) {
  return bind(body, out, in...).call.template plan_for<Tiling>().workspace_bytes;
}

/// out = body(in...), enqueued on the stream. Shapes and element types: the pattern's header; the
/// views are of device memory. So is the workspace: aligned to 256 bytes, as cudaMalloc does, and left
/// alone by other work until the stream has passed the launch. cudaErrorInvalidValue where an extent or
/// a parameter is not allowed (pb::bind tells which) or workspace is lacking, else what the runtime
/// returns.
template <tiling::tiling Tiling = tiling::clamped<65536>, operation Body, class Out, class OutExtents,
          class... In, class... InExtents>
cudaError_t launch(Body const& body, cudaStream_t stream, void* workspace,
                   ::cuda::std::mdspan<Out, OutExtents> const& out,
                   ::cuda::std::mdspan<In, InExtents> const&... in) {
  auto bound = bind(body, out, in...);
  if constexpr (requires { bound.call.workspace; }) bound.call.workspace = workspace;
  return bound.status.ok() ? launch<Tiling>(bound.call, stream) : cudaErrorInvalidValue;
}

/// The same for an operation without workspace.
template <tiling::tiling Tiling = tiling::clamped<65536>, operation Body, class Out, class OutExtents,
          class... In, class... InExtents>
cudaError_t launch(Body const& body, cudaStream_t stream,
                   ::cuda::std::mdspan<Out, OutExtents> const& out,
                   ::cuda::std::mdspan<In, InExtents> const&... in) {
  return launch<Tiling>(body, stream, nullptr, out, in...);
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_CUDA_CUH
