// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern rows: the body sees one row at a time and may use row words. Its result is a row, or one
// value a row. Interface and plan; the executors are rows_cuda.cuh and rows_host.hpp.
#ifndef PALLASBENCH_PATTERNS_ROWS_ROWS_HPP
#define PALLASBENCH_PATTERNS_ROWS_ROWS_HPP

#include <pallasbench/core/convert.hpp>
#include <pallasbench/core/vec.hpp>
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
template <operand Role, class C>
using any_row =
    conditional_t<Role == operand::label, uniform<i64, serial_row>, lazy<any_element<C>, serial_row>>;

// The body's result on lazy rows; a row is one of them, a uniform is not.
template <class Body, class C, int... I>
PB_FN auto any_result(indices<I...>) -> decltype(declval<Body const&>()(
    declval<any_row<operand_of<Body, I>, C> const&>()...));
template <class Body, class C>
using row_result = decltype(any_result<Body, C>(make_indices<num_inputs<Body>>{}));

template <class Body, class C>
inline constexpr bool gives_one_value = !is_lazy<row_result<Body, C>>;

// The element type of the output: that of the inputs, but of one value a row of bases that of the body's
// result, f64 stored as f32.
template <class T, class Result, bool Reduces>
struct row_output { using type = T; };
template <class Result>
struct row_output<u8, Result, true> {
  using element = typename Result::element;
  using type = conditional_t<same<element, double>, float, element>;
};

}  // namespace detail

/// out[r] = body(in[0][r], ...): inputs [rows, columns], row vectors [columns] or labels [rows];
/// the output is [rows, columns], or where the body returns one value a row [rows], or [rows, 1] if
/// it keeps the axis.
template <operation Body, class T>
struct rows_call {
  using element = widest_t<T>;
  /// Whether the body gives one value a row.
  static constexpr bool reduces = detail::gives_one_value<Body, compute_t<T>>;
  using output_type =
      typename detail::row_output<output_t<T>, detail::row_result<Body, compute_t<T>>, reduces>::type;
  static constexpr int inputs = num_inputs<Body>;

  Body body;
  void const* in[inputs];
  output_type* out;
  i64 rows;
  i64 columns;

  PB_FN static constexpr rows_call make(Body const& body, extents const& dims) {
    return {body, {}, nullptr, dims[0], dims[1]};
  }

  template <int I>
  static constexpr bool is_row_vector = operand_of<Body, I> == operand::row_vector;
  template <int I>
  static constexpr bool is_label = operand_of<Body, I> == operand::label;

  template <int I>
  PB_FN constexpr extents input_shape() const {
    if (is_label<I>) return {rows};
    return is_row_vector<I> ? extents{columns} : extents{rows, columns};
  }
  template <int I> using input_type = detail::conditional_t<is_label<I>, index_t<T>, input_t<T, I>>;

  PB_FN constexpr extents output_shape() const {
    if (reduces && !keeps_axis<Body>) return {rows};
    return {rows, reduces ? 1 : columns};
  }

  /// Bytes of shared memory that a row of inputs before input `end` takes where rows are held: whole
  /// runs of 16 bytes each, and one for a row that does not start with a run.
  PB_FN constexpr i64 held_bytes(int end = inputs) const {
    return held_bytes(end, detail::make_indices<inputs>{});
  }

  /// The number of this call's tiling, for tiling::rows_tiling_at.
  template <tiling::tiling Tiling>
  PB_FN constexpr int tiling_number() const {
    return tiling::select_rows(rows, columns, held_bytes(), reduces,
                               tiling::max_block_elements<Tiling>);
  }

  template <tiling::tiling Tiling>
  PB_FN constexpr plan plan_for() const {
    auto const t = tiling::rows_tiling_at(tiling_number<Tiling>());
    // An empty row still has a result where the body reduces.
    i64 const length = columns == 0 && reduces ? 1 : columns;
    i64 const longest = tiling::max_block_elements<Tiling>;
    plan p = plan_blocks({rows, length}, {t.rows_per_block, min_of(max_of(length, 1), longest)},
                         Tiling::one_block, t.threads_per_block,
                         t.vecs_per_thread * vec_size<T>);
    p.shared_memory_bytes = t.holds ? t.rows_per_block * held_bytes() : 0;
    // The blocks of one long row are walked by one thread block, for they share its reductions.
    p.launched_blocks = min_of(p.grid_shape[0] * (p.grid_shape[1] != 0), max_launched_blocks);
    return p;
  }

  PB_FN constexpr bool is_allowed() const { return pb::is_allowed(body); }

  PB_FN constexpr i64 bytes_moved() const { return bytes(detail::make_indices<inputs>{}); }

 private:
  template <int... I>
  PB_FN constexpr i64 held_bytes(int end, detail::indices<I...>) const {
    constexpr bool is_held[] = {!is_label<I> && !is_row_vector<I>...};
    i64 const row_bytes[] = {columns * i64(sizeof(input_type<I>))...};
    i64 total = 0;
    for (int i = 0; i < end; ++i)
      if (is_held[i]) total += (ceil_div(row_bytes[i], 16) + 1) * 16;
    return total;
  }

  template <int... I>
  PB_FN constexpr i64 bytes(detail::indices<I...>) const {
    return ((output_shape().count() * i64(sizeof(output_type))) + ... +
            (input_shape<I>().count() * i64(sizeof(input_type<I>))));
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

  /// data + column must be a multiple of V elements.
  template <int V>
  PB_FN detail::run_of<C, V> run(i64 column) const {
    auto const elements = *reinterpret_cast<vec<T, V> const*>(data + column);
    detail::run_of<C, V> result{};
    PB_UNROLL
    for (int i = 0; i < V; ++i) result.data[i] = static_cast<C>(elements.data[i]);
    return result;
  }

  /// The same, packed. Loaded as words: nvcc takes bytes apart and puts them together again, ten
  /// instructions a word.
  template <int V>
  PB_FN pb::packed::words<pb::packed::bytes, V / 4> packed(i64 column) const
    requires(sizeof(T) == 1)
  {
    auto const loaded = *reinterpret_cast<vec<u32, V / 4> const*>(data + column);
    return __builtin_bit_cast(pb::packed::words<pb::packed::bytes, V / 4>, loaded);
  }
};

namespace detail {

/// The label of row r: one value for the whole row.
template <int I, class Call, class Scope>
PB_FN auto row_label(Call const& call, i64 r, Scope scope) {
  using label_type = typename Call::template input_type<I>;
  return uniform<i64, Scope>{input<label_type>(call, I)[r], scope};
}

/// Input I's row r as a lazy row in the given scope, which may say how it reads memory.
template <int I, class C, class Body, class T, class Scope>
PB_FN auto lazy_row(rows_call<Body, T> const& call, i64 r, Scope scope) {
  using Call = rows_call<Body, T>;
  if constexpr (Call::template is_label<I>) {
    return row_label<I>(call, r, scope);
  } else {
    i64 const offset = Call::template is_row_vector<I> ? 0 : r * call.columns;
    using element = typename Call::template input_type<I>;
    using leaf = memory_row<element, C>;
    return lazy<leaf, Scope>{leaf{input<element>(call, I) + offset}, scope};
  }
}

/// f of row r's inputs, lazily, computing in C.
template <class C, class F, class Body, class T, class Scope, int... I>
PB_FN auto on_lazy_row(F const& f, rows_call<Body, T> const& call, i64 r, Scope scope,
                       indices<I...>) {
  return f(lazy_row<I, C>(call, r, scope)...);
}

/// The body on row r, lazily, computing in C.
template <class C, class Body, class T, class Scope, int... I>
PB_FN auto lazy_result(rows_call<Body, T> const& call, i64 r, Scope scope, indices<I...> inputs) {
  return on_lazy_row<C>(call.body, call, r, scope, inputs);
}

}  // namespace detail

}  // namespace pb

#endif  // PALLASBENCH_PATTERNS_ROWS_ROWS_HPP
