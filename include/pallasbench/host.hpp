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
#include <pallasbench/patterns/contract/contract_host.hpp>
#include <pallasbench/patterns/index/index_host.hpp>
#include <pallasbench/patterns/map/map_host.hpp>
#include <pallasbench/patterns/rows/rows_host.hpp>
#include <pallasbench/patterns/sequence/sequence_host.hpp>

namespace pb::host {

/// out = body(in...). Shapes and element types: the pattern's header. Nothing is touched unless the
/// status is ok; nothing is allocated, nothing thrown.
template <tiling::tiling Tiling = tiling::clamped<65536>, operation Body, class Out, class OutExtents,
          class... In, class... InExtents>
status run(Body const& body, ::cuda::std::mdspan<Out, OutExtents> const& out,
           ::cuda::std::mdspan<In, InExtents> const&... in) {
  auto const bound = bind(body, out, in...);
  if (bound.status.ok()) run(bound.call, bound.call.template plan_for<Tiling>());
  return bound.status;
}

}  // namespace pb::host

#endif  // PALLASBENCH_HOST_HPP
