// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern columns: the body sees one column at a time and may use column words. Its result is a
// column, or one value a column. Interface and plan; the executors are columns_cuda.cuh and
// columns_host.hpp.
#ifndef PALLASBENCH_PATTERNS_COLUMNS_COLUMNS_HPP
#define PALLASBENCH_PATTERNS_COLUMNS_COLUMNS_HPP

#include <pallasbench/core/convert.hpp>
#include <pallasbench/patterns/call.hpp>
#include <pallasbench/patterns/plan.hpp>
#include <pallasbench/tile/lazy.hpp>
#include <pallasbench/tiling/columns.hpp>

namespace pb {

/// A leaf of a lazy column: elements `stride` apart in memory, widened to the type the body
/// computes in.
template <class T, class C = compute_t<T>>
struct memory_column {
  T const* data;
  i64 stride;
  PB_FN C operator()(i64 row) const { return static_cast<C>(data[row * stride]); }
};

namespace detail {

/// What input I of a body is to it, computing in C: a column, or one value where it is a row
/// vector.
template <class Body, int I, class T, class C, class Scope>
using column_operand = conditional_t<operand_of<Body, I> == operand::row_vector, uniform<C, Scope>,
                                     lazy<memory_column<T, C>, Scope>>;

template <class Body, class C, int... I>
PB_FN constexpr bool result_is_column(indices<I...>) {
  using result = decltype(declval<Body const&>()(
      declval<column_operand<Body, I, C, C, serial_row> const&>()...));
  return is_lazy<result>;
}

}  // namespace detail

/// out[:, c] = body(in[0][:, c], ...): inputs [rows, columns], or row vectors [columns], of which
/// the body sees one value; the output is [rows, columns], or [1, columns] where the body returns
/// one value a column.
template <operation Body, class T>
struct columns_call {
  using element = T;
  using output_type = T;
  static constexpr int inputs = num_inputs<Body>;

  Body body;
  void const* in[inputs];
  T* out;
  i64 rows;
  i64 columns;
  void* workspace;  // the plan's bytes: few long columns need some. The host executor needs none.
  static constexpr i64 bytes_sent = 32;  // of a partial result that a block sends its team

  /// dims: rows, columns
  PB_FN static constexpr columns_call make(Body const& body, extents const& dims) {
    return {body, {}, nullptr, dims[0], dims[1], nullptr};
  }

  template <int I>
  static constexpr bool is_row_vector = operand_of<Body, I> == operand::row_vector;

  template <int I>
  PB_FN constexpr extents input_shape() const {
    return is_row_vector<I> ? extents{columns} : extents{rows, columns};
  }
  template <int I> using input_type = T;

  /// Whether the body gives one value a column.
  static constexpr bool reduces =
      !detail::result_is_column<Body, compute_t<T>>(detail::make_indices<inputs>{});
  PB_FN constexpr extents output_shape() const { return {reduces ? 1 : rows, columns}; }

  /// Elements that one result depends on.
  PB_FN constexpr i64 reduction_length() const { return rows; }

  /// The number of this call's tiling, for tiling::columns_tiling_at.
  PB_FN constexpr int tiling_number() const {
    return tiling::select_columns(rows, columns, int(sizeof(T)), reduces);
  }

  /// A plan of one block has no team.
  template <tiling::tiling Tiling>
  PB_FN constexpr plan plan_for() const {
    int const number = tiling_number();
    auto const t = tiling::columns_tiling_at(number, int(sizeof(T)));
    static_assert(tiling::columns_tiling_at(reduces ? 2 : 0, int(sizeof(T))).block_columns <=
                      tiling::max_block_elements<Tiling>,
                  "pb::columns: the tiling's bound is below a row of a block's columns; raise N in "
                  "clamped<N>");
    // An empty column still has a result where the body reduces.
    i64 const length = rows == 0 && reduces ? 1 : rows;
    i64 const longest = tiling::max_block_elements<Tiling> / t.block_columns;
    i64 const team =
        Tiling::one_block || number == 1 ? 1 : tiling::select_team_blocks(t, length, columns);
    extents const block{min_of(max_of(ceil_div(length, team), 1), longest), t.block_columns};
    plan p = plan_blocks({length, columns}, block, Tiling::one_block, t.threads_per_block,
                         t.items_per_thread);
    // The blocks of one share of a long column are walked by one thread block.
    i64 const groups = p.grid_shape[1] * (p.grid_shape[0] != 0);
    p.launched_blocks = min_of(groups * team, max_launched_blocks);
    if (team > 1 && groups > 0) {
      p.waits_for_all = true;
      p.workspace_bytes = groups * t.sent_by_team(team) * bytes_sent;
      p.clears_workspace = true;
    }
    return p;
  }

  /// Any parameters will do.
  PB_FN constexpr bool is_allowed() const { return true; }

  PB_FN constexpr i64 bytes_moved() const { return bytes(detail::make_indices<inputs>{}); }

 private:
  template <int... I>
  PB_FN constexpr i64 bytes(detail::indices<I...>) const {
    return i64(sizeof(T)) * (output_shape().count() + ... + input_shape<I>().count());
  }
};

template <operation Body, class T>
  requires(pattern_of<Body> == pattern_kind::columns)
struct call_for<Body, T> {
  using type = columns_call<Body, T>;
};

namespace detail {

/// Input I at column c. A column outside the array is never read: its scope has no rows.
template <int I, class C, class Body, class T, class Scope>
PB_FN auto column_input(columns_call<Body, T> const& call, i64 c, Scope scope) {
  using result = column_operand<Body, I, T, C, Scope>;
  T const* const first = input<T>(call, I) + c;
  if constexpr (columns_call<Body, T>::template is_row_vector<I>)
    return result{c < call.columns ? static_cast<C>(*first) : C(0), scope};
  else
    return result{{first, call.columns}, scope};
}

/// The body on column c, lazily, computing in C.
template <class C, class Body, class T, class Scope, int... I>
PB_FN auto column_result(columns_call<Body, T> const& call, i64 c, Scope scope, indices<I...>) {
  return call.body(column_input<I, C>(call, c, scope)...);
}

}  // namespace detail

}  // namespace pb

#endif  // PALLASBENCH_PATTERNS_COLUMNS_COLUMNS_HPP
