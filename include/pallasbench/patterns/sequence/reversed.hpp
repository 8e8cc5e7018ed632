// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern reversed: the bases of a sequence, mapped one by one and written in reverse order.
// Interface and plan; the executors are reversed_cuda.cuh and reversed_host.hpp.
#ifndef PALLASBENCH_PATTERNS_SEQUENCE_REVERSED_HPP
#define PALLASBENCH_PATTERNS_SEQUENCE_REVERSED_HPP

#include <pallasbench/patterns/call.hpp>
#include <pallasbench/patterns/plan.hpp>
#include <pallasbench/tile/registers.hpp>
#include <pallasbench/tiling/sequence.hpp>

namespace pb {

/// out[i] = body(in[length - 1 - i]): bases u8 [length] in and out. Not in place: the arrays must
/// not overlap.
template <class Body, class T = u8>
struct reversed_call {
  using element = u8;
  using output_type = u8;
  static constexpr int inputs = 1;

  Body body;
  void const* in[1];
  u8* out;
  i64 length;

  /// dims: L
  PB_FN static constexpr reversed_call make(Body const& body, extents const& dims) {
    return {body, {}, nullptr, dims[0]};
  }

  template <int>
  PB_FN constexpr extents input_shape() const { return {length}; }
  template <int> using input_type = u8;
  PB_FN constexpr extents output_shape() const { return {length}; }

  static constexpr tiling::reversed_tiling tiles = tiling::select_reversed();

  template <tiling::tiling Tiling>
  PB_FN constexpr plan plan_for() const {
    static_assert(tiles.block_elements() <= tiling::max_block_elements<Tiling>,
                  "pb::reversed: the tiling's bound is below a block of 64 bases a thread; raise N "
                  "in clamped<N>");
    return plan_blocks({length}, {tiles.block_elements()}, Tiling::one_block,
                       tiles.threads_per_block, tiles.items_per_thread);
  }

  /// Any parameters will do, on arrays that do not overlap.
  PB_FN bool is_allowed() const {
    u64 const from = reinterpret_cast<u64>(in[0]);
    u64 const to = reinterpret_cast<u64>(out);
    u64 const bytes = static_cast<u64>(length);
    return bytes == 0 || from == 0 || to == 0 || from + bytes <= to || to + bytes <= from;
  }

  PB_FN constexpr i64 bytes_moved() const { return 2 * length; }
};

template <operation Body, class T>
  requires(pattern_of<Body> == pattern_kind::reversed)
struct call_for<Body, T> {
  using type = reversed_call<Body, T>;
};

}  // namespace pb

#endif  // PALLASBENCH_PATTERNS_SEQUENCE_REVERSED_HPP
