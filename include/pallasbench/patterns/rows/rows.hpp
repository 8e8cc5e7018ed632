// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern rows: the body sees one row at a time and may use row words. Its result is a row, or one
// value a row. Interface and plan; the executors are rows_cuda.cuh and rows_host.hpp.
#ifndef PALLASBENCH_PATTERNS_ROWS_ROWS_HPP
#define PALLASBENCH_PATTERNS_ROWS_ROWS_HPP

#include <pallasbench/core/convert.hpp>
#include <pallasbench/patterns/call.hpp>
#include <pallasbench/patterns/plan.hpp>
#include <pallasbench/tile/lazy.hpp>
#include <pallasbench/tiling/rows.hpp>

namespace pb {

namespace detail {

template <class C>
struct any_element {
  PB_FN C operator()(i64) const { return {}; }
};
template <int, class C> using any_row = lazy<any_element<C>, serial_row>;

// Asks for the type of the body's result on lazy rows; a row is one of them, a uniform is not.
template <class Body, class C, int... I>
PB_FN constexpr bool result_is_row(indices<I...>) {
  using result = decltype(declval<Body const&>()(declval<any_row<I, C> const&>()...));
  return is_lazy<result>;
}
template <class Body, class C>
inline constexpr bool gives_one_value = !result_is_row<Body, C>(make_indices<num_inputs<Body>>{});

}  // namespace detail

/// out[r] = body(in[0][r], ...): inputs [rows, columns] or row vectors [columns]; the output is
/// [rows, columns], or [rows, 1] where the body returns one value a row.
template <operation Body, class T>
struct rows_call {
  using element = T;
  using output_type = T;
  static constexpr int inputs = num_inputs<Body>;

  Body body;
  void const* in[inputs];
  T* out;
  i64 rows;
  i64 columns;

  PB_FN static constexpr rows_call make(Body const& body, extents const& dims) {
    return {body, {}, nullptr, dims[0], dims[1]};
  }

  template <int I>
  static constexpr bool is_row_vector = operand_of<Body, I> == operand::row_vector;

  template <int I>
  PB_FN constexpr extents input_shape() const {
    return is_row_vector<I> ? extents{columns} : extents{rows, columns};
  }
  template <int I> using input_type = T;

  /// Whether the body gives one value a row.
  static constexpr bool reduces = detail::gives_one_value<Body, compute_t<T>>;
  PB_FN constexpr extents output_shape() const { return {rows, reduces ? 1 : columns}; }

  /// The number of this call's tiling, for tiling::rows_tiling_at.
  template <tiling::tiling Tiling>
  PB_FN constexpr int tiling_number() const {
    return tiling::select_rows(columns, tiling::max_block_elements<Tiling>);
  }

  template <tiling::tiling Tiling>
  PB_FN constexpr plan plan_for() const {
    auto const t = tiling::rows_tiling_at(tiling_number<Tiling>());
    // An empty row still has a result where the body reduces.
    i64 const length = columns == 0 && reduces ? 1 : columns;
    i64 const longest = tiling::max_block_elements<Tiling>;
    plan p = plan_blocks({rows, length}, {1, min_of(max_of(length, 1), longest)},
                         Tiling::one_block, t.threads_per_block, t.items_per_thread);
    // The blocks of one long row are walked by one thread block, for they share its reductions.
    p.launched_blocks = min_of(p.grid_shape[0] * (p.grid_shape[1] != 0), max_launched_blocks);
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
  requires(pattern_of<Body> == pattern_kind::rows)
struct call_for<Body, T> {
  using type = rows_call<Body, T>;
};

/// A leaf of a lazy row: elements in memory, widened to the type the body computes in.
template <class T, class C = compute_t<T>>
struct memory_row {
  T const* data;
  PB_FN C operator()(i64 column) const { return static_cast<C>(data[column]); }
};

namespace detail {

/// Input I's row r as a lazy row in the given scope.
template <int I, class C, class Body, class T, class Scope>
PB_FN auto lazy_row(rows_call<Body, T> const& call, i64 r, Scope scope) {
  i64 const offset = rows_call<Body, T>::template is_row_vector<I> ? 0 : r * call.columns;
  using leaf = memory_row<T, C>;
  return lazy<leaf, Scope>{leaf{input<T>(call, I) + offset}, scope};
}

/// The body on row r, lazily, computing in C.
template <class C, class Body, class T, class Scope, int... I>
PB_FN auto lazy_result(rows_call<Body, T> const& call, i64 r, Scope scope, indices<I...>) {
  return call.body(lazy_row<I, C>(call, r, scope)...);
}

}  // namespace detail

}  // namespace pb

#endif  // PALLASBENCH_PATTERNS_ROWS_ROWS_HPP
