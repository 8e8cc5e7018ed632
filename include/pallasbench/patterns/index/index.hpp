// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern index: rows of a table, by number, with a map on the way out.
// Interface and plan; the executors are index_cuda.cuh and index_host.hpp.
#ifndef PALLASBENCH_PATTERNS_INDEX_INDEX_HPP
#define PALLASBENCH_PATTERNS_INDEX_INDEX_HPP

#include <pallasbench/compose/compose.hpp>
#include <pallasbench/core/convert.hpp>
#include <pallasbench/patterns/call.hpp>
#include <pallasbench/patterns/plan.hpp>
#include <pallasbench/patterns/row_blocks.hpp>
#include <pallasbench/tile/registers.hpp>
#include <pallasbench/tiling/map.hpp>

namespace pb {

/// The row of a table of `size` rows that `index` means: a negative index counts from the end, one
/// out of range is -1.
template <class Index>
PB_FN constexpr i64 table_row(Index index, i64 size) {
  i64 const i = index < 0 ? i64(index) + size : i64(index);
  return 0 <= i && i < size ? i : -1;
}

/// out[n, :] = epilogue(table[index[n], :]); NaN (zero for integers) where the index is out of range,
/// before the epilogue. Inputs: table [V, D]; index [N], of type Index; the epilogue's others
/// ([N, D], or row vectors [D]). No index value reads outside the table.
template <class Body, class T, class Index>
struct index_call {
  using element = T;
  using output_type = T;
  static constexpr int inputs = num_inputs<Body>;

  Body body;
  void const* in[inputs];
  T* out;
  i64 table_rows, columns, rows;

  /// dims: V, D, N
  PB_FN static constexpr index_call make(Body const& body, extents const& dims) {
    return {body, {}, nullptr, dims[0], dims[1], dims[2]};
  }

  template <int I>
  static constexpr bool is_row_vector = operand_of<Body, I> == operand::row_vector;

  template <int I>
  PB_FN constexpr extents input_shape() const {
    if constexpr (I == 0) return {table_rows, columns};
    else if constexpr (I == 1) return {rows};
    else return is_row_vector<I> ? extents{columns} : extents{rows, columns};
  }
  template <int I> using input_type = detail::conditional_t<I == 1, Index, T>;
  PB_FN constexpr extents output_shape() const { return {rows, columns}; }

  static constexpr tiling::map_tiling tiles = tiling::select_index(int(sizeof(T)));

  using table_blocks = row_blocks<int(tiles.block_elements())>;
  PB_FN constexpr table_blocks blocks_of_rows() const { return {rows, columns}; }

  template <tiling::tiling Tiling>
  PB_FN constexpr plan plan_for() const {
    static_assert(tiles.block_elements() <= tiling::max_block_elements<Tiling>,
                  "pb::index: the tiling's bound is below a block of 64 bytes a thread; raise N in "
                  "clamped<N>");
    auto const blocks = blocks_of_rows();
    plan p = plan_blocks({rows, columns}, {blocks.block_rows(), blocks.block_columns()},
                         Tiling::one_block, tiles.threads_per_block, tiles.items_per_thread);
    p.memory_access_pattern = access_pattern::gather;
    return p;
  }

  /// Any parameters will do.
  PB_FN constexpr bool is_allowed() const { return true; }

  /// A looked-up row is read once each time it is looked up.
  PB_FN constexpr i64 bytes_moved() const {
    return rows * i64(sizeof(Index)) + others(detail::make_indices<inputs - 2>{}) +
           2 * rows * columns * i64(sizeof(T));
  }

  /// The element at [row, column] as a tile of one, before the epilogue.
  template <class C>
  PB_FN tile<C, 1, no_rows> looked_up(i64 row, i64 column) const {
    i64 const from = table_row(input<Index>(*this, 1)[row], table_rows);
    return {{from < 0 ? missing_element<C>()
                      : static_cast<C>(input<T>(*this, 0)[from * columns + column])},
            {}};
  }

  /// What is stored at [row, column].
  template <class C>
  PB_FN C result(i64 row, i64 column) const {
    return finish(looked_up<C>(row, column), row, column, detail::make_indices<inputs - 2>{});
  }

 private:
  template <class C, int... I>
  PB_FN C finish(tile<C, 1, no_rows> const& x, [[maybe_unused]] i64 row,
                 [[maybe_unused]] i64 column, detail::indices<I...>) const {
    return body.epilogue(x, other<I + 2, C>(row, column)...).at(0);
  }
  template <int I, class C>
  PB_FN tile<C, 1, no_rows> other(i64 row, i64 column) const {
    i64 const at = is_row_vector<I> ? column : row * columns + column;
    return {{static_cast<C>(input<T>(*this, I)[at])}, {}};
  }
  template <int... I>
  PB_FN constexpr i64 others(detail::indices<I...>) const {
    return i64(sizeof(T)) * (i64(0) + ... + input_shape<I + 2>().count());
  }
};

template <operation Body, class T>
  requires(pattern_of<Body> == pattern_kind::index && num_inputs<Body> >= 2)
struct call_for<Body, T> {
  using type = index_call<Body, widest_t<T>, index_t<T>>;
};

}  // namespace pb

#endif  // PALLASBENCH_PATTERNS_INDEX_INDEX_HPP
