// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Running an operation on the host, with OpenMP where the compiler has it:
//
//   pb::status s = pb::host::run(pb::ops::softmax{}, pb::make_view(y, rows, columns),
//                                pb::make_view(x, rows, columns));
#ifndef PALLASBENCH_HOST_HPP
#define PALLASBENCH_HOST_HPP

#include <pallasbench/compose/compose.hpp>
#include <pallasbench/patterns/bind.hpp>
#include <pallasbench/patterns/attend/attend_host.hpp>
#include <pallasbench/patterns/columns/columns_host.hpp>
#include <pallasbench/patterns/contract/contract_host.hpp>
#include <pallasbench/patterns/convolve/convolve_host.hpp>
#include <pallasbench/patterns/index/index_host.hpp>
#include <pallasbench/patterns/index/one_hot_host.hpp>
#include <pallasbench/patterns/map/map_host.hpp>
#include <pallasbench/patterns/reduce/reduce_host.hpp>
#include <pallasbench/patterns/rows/rows_host.hpp>
#include <pallasbench/patterns/scatter/scatter_host.hpp>
#include <pallasbench/patterns/sequence/reversed_host.hpp>
#include <pallasbench/patterns/sequence/sequence_host.hpp>

#include <pallasbench/patterns/steps/steps_host.hpp>  // last: it calls the others

namespace pb::host {

/// The bytes of memory that run needs beside the views: those of a sequence's results between steps.
template <tiling::tiling Tiling = tiling::clamped<65536>, operation Body, class Out, class OutExtents,
          class... In, class... InExtents>
i64 workspace_bytes(Body const& body, ::cuda::std::mdspan<Out, OutExtents> const& out,
                    ::cuda::std::mdspan<In, InExtents> const&... in) {
  if constexpr (pattern_of<Body> == pattern_kind::steps)
    return bind(body, out, in...).call.template plan_for<Tiling>().workspace_bytes;
  else
    return 0;
}

/// out = body(in...) with workspace_bytes of memory, on a boundary of 256 bytes.
template <tiling::tiling Tiling = tiling::clamped<65536>, operation Body, class Out, class OutExtents,
          class... In, class... InExtents>
status run(Body const& body, void* workspace, ::cuda::std::mdspan<Out, OutExtents> const& out,
           ::cuda::std::mdspan<In, InExtents> const&... in) {
  auto bound = bind(body, out, in...);
  bool const lacks = workspace == nullptr && workspace_bytes<Tiling>(body, out, in...) != 0;
  if (bound.status.ok() && lacks) bound.status.what = status::reason::no_workspace;
  if constexpr (requires { bound.call.workspace; }) bound.call.workspace = workspace;
  if (bound.status.ok()) run(bound.call, bound.call.template plan_for<Tiling>());
  return bound.status;
}

/// out = body(in...). Shapes and element types: the pattern's header. Nothing is touched unless the
/// status is ok; nothing is allocated, nothing thrown.
template <tiling::tiling Tiling = tiling::clamped<65536>, operation Body, class Out, class OutExtents,
          class... In, class... InExtents>
status run(Body const& body, ::cuda::std::mdspan<Out, OutExtents> const& out,
           ::cuda::std::mdspan<In, InExtents> const&... in) {
  return run<Tiling>(body, nullptr, out, in...);
}

}  // namespace pb::host

#endif  // PALLASBENCH_HOST_HPP
