// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern scatter: updates, mapped by the body, added to the elements of an array by number.
// Interface and plan; the executors are scatter_cuda.cuh, scatter_sorted_cuda.cuh and
// scatter_host.hpp.
#ifndef PALLASBENCH_PATTERNS_SCATTER_SCATTER_HPP
#define PALLASBENCH_PATTERNS_SCATTER_SCATTER_HPP

#include <pallasbench/compose/compose.hpp>
#include <pallasbench/core/convert.hpp>
#include <pallasbench/patterns/call.hpp>
#include <pallasbench/patterns/index/index.hpp>
#include <pallasbench/patterns/plan.hpp>
#include <pallasbench/tile/registers.hpp>
#include <pallasbench/tiling/map.hpp>

namespace pb {

/// out[v] = x[v] + the sum of prologue(u[n]) over all n whose index[n] means v, as table_row has
/// it; the other updates are dropped. Inputs: x [V]; index [N], of type Index; u [N]. x is not
/// modified. Sums are accumulated in the compute type and rounded once: an f32 that ones are
/// added to stops at 2^24. No index value touches memory outside out.
template <class Body, class T, class Index>
struct scatter_call {
  using element = T;
  using output_type = T;
  using sum_type = compute_t<T>;
  static constexpr int inputs = 3;

  Body body;
  void const* in[3];
  T* out;
  void* workspace;  // the plan's bytes; the host executor needs none
  i64 size, updates;

  /// dims: V, N
  PB_FN static constexpr scatter_call make(Body const& body, extents const& dims) {
    return {body, {}, nullptr, nullptr, dims[0], dims[1]};
  }
  PB_FN static constexpr extents dims_of(extents const&, extents const (&in)[3]) {
    return {in[0][0], in[2][0]};
  }

  template <int I>
  PB_FN constexpr extents input_shape() const { return {I == 0 ? size : updates}; }
  template <int I> using input_type = detail::conditional_t<I == 1, Index, T>;
  PB_FN constexpr extents output_shape() const { return {size}; }

  static constexpr tiling::map_tiling tiles = tiling::select_map(int(sizeof(T)));

  /// Whether sums live in the workspace and are rounded at the end: 16-bit types.
  static constexpr bool rounds = !detail::same<sum_type, T>;

  /// The updates, then the elements of x, which are additions to zero like them: one launch behind a
  /// memset, where a copy of x would be a step of its own. With 16 updates an element that is 6% more
  /// additions. Where sums are rounded, an element of x is the addition that rounds.
  PB_FN constexpr i64 additions() const { return updates + size; }

  /// Whether one block of lone_threads does it all, in less time than a launch and a memset take.
  PB_FN constexpr bool fits_one_block() const { return additions() <= 8 * lone_threads; }
  static constexpr int lone_threads = 1024;

  template <tiling::tiling Tiling>
  PB_FN constexpr plan plan_for() const {
    static_assert(tiles.block_elements() <= tiling::max_block_elements<Tiling>,
                  "pb::scatter: the tiling's bound is below a block of 32 bytes a thread; raise N "
                  "in clamped<N>");
    plan p = plan_blocks({additions()}, {tiles.block_elements()}, Tiling::one_block,
                         tiles.threads_per_block, tiles.items_per_thread);
    p.memory_access_pattern = access_pattern::gather;
    if (fits_one_block()) {
      p.launched_blocks = min_of(p.launched_blocks, 1);
      p.threads_per_block = lone_threads;
    }
    p.clears_output = !rounds && !fits_one_block();
    p.clears_workspace = rounds && !fits_one_block();
    p.workspace_bytes = rounds ? sums_offset + size * i64(sizeof(sum_type)) : 0;
    return p;
  }

  /// In the workspace: how many tiles of additions are taken and how many of updates are done, then
  /// a sum for each element.
  static constexpr i64 sums_offset = 16;
  PB_FN u64* taken() const { return static_cast<u64*>(workspace); }
  PB_FN u64* done() const { return taken() + 1; }
  PB_FN sum_type* sums() const {
    if constexpr (rounds)
      return reinterpret_cast<sum_type*>(static_cast<u8*>(workspace) + sums_offset);
    else
      return out;
  }

  PB_FN constexpr bool is_allowed() const { return pb::is_allowed(body.prologue); }

  PB_FN constexpr i64 bytes_moved() const {
    return 2 * size * i64(sizeof(T)) + updates * i64(sizeof(T) + sizeof(Index));
  }
};

template <operation Body, class T>
  requires(pattern_of<Body> == pattern_kind::scatter)
struct call_for<Body, T> {
  using type = scatter_call<Body, widest_t<T>, index_t<T>>;
};

/// What update n adds, computed in C.
template <class C, class Call>
PB_FN C added_value(Call const& call, i64 n) {
  C const u = static_cast<C>(input<typename Call::element>(call, 2)[n]);
  return call.body.prologue(tile<C, 1, no_rows>{{u}, {}}).at(0);
}

/// The element that update n is added to; -1 for none.
template <class Call>
PB_FN i64 target_of(Call const& call, i64 n) {
  using index_type = typename Call::template input_type<1>;
  return table_row(input<index_type>(call, 1)[n], call.size);
}

}  // namespace pb

#endif  // PALLASBENCH_PATTERNS_SCATTER_SCATTER_HPP
