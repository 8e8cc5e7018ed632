// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern map: element by element, any number of inputs of one shape, row vectors broadcast.
// Interface and plan; the executors are map_cuda.cuh and map_host.hpp.
#ifndef PALLASBENCH_PATTERNS_MAP_MAP_HPP
#define PALLASBENCH_PATTERNS_MAP_MAP_HPP

#include <pallasbench/core/convert.hpp>
#include <pallasbench/patterns/call.hpp>
#include <pallasbench/patterns/plan.hpp>
#include <pallasbench/tile/registers.hpp>
#include <pallasbench/tiling/map.hpp>

namespace pb {

/// out = body(in...), elementwise over `shape`: [n], or [rows, columns] where row vectors are used.
template <operation Body, class T>
struct map_call {
  using element = T;
  using output_type = T;
  static constexpr int inputs = num_inputs<Body>;

  Body body;
  void const* in[inputs];
  T* out;
  i64 size;     // of the whole array
  i64 columns;  // of its last dimension
  extents shape;

  /// dims: n, or any shape whose last dimension row vectors have
  PB_FN static constexpr map_call make(Body const& body, extents const& dims) {
    return {body, {}, nullptr, dims.count(), dims.rank == 0 ? 1 : dims[dims.rank - 1], dims};
  }

  template <int I>
  static constexpr bool is_row_vector = operand_of<Body, I> == operand::row_vector;

  template <int I>
  PB_FN constexpr extents input_shape() const {
    return is_row_vector<I> ? extents{columns} : shape;
  }
  template <int I> using input_type = T;
  PB_FN constexpr extents output_shape() const { return shape; }

  static constexpr tiling::map_tiling tiles = tiling::select_map(int(sizeof(T)));

  template <tiling::tiling Tiling>
  PB_FN constexpr plan plan_for() const {
    static_assert(tiles.block_elements() <= tiling::max_block_elements<Tiling>,
                  "pb::map: the tiling's bound is below a block of 32 bytes a thread; raise N in "
                  "clamped<N>");
    // Blocks cut the array as one long line, whatever its rank.
    return plan_blocks({size}, {tiles.block_elements()}, Tiling::one_block, tiles.threads_per_block,
                       tiles.items_per_thread);
  }

  /// Any parameters will do.
  PB_FN constexpr bool is_allowed() const { return true; }

  PB_FN constexpr i64 bytes_moved() const { return bytes(detail::make_indices<inputs>{}); }

 private:
  template <int... I>
  PB_FN constexpr i64 bytes(detail::indices<I...>) const {
    return i64(sizeof(T)) * (size + ... + input_shape<I>().count());
  }
};

template <operation Body, class T>
  requires(pattern_of<Body> == pattern_kind::map)
struct call_for<Body, T> {
  using type = map_call<Body, T>;
};

}  // namespace pb

#endif  // PALLASBENCH_PATTERNS_MAP_MAP_HPP
