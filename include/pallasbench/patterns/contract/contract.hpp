// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern contract: a matrix product with a map on the way in and a map on the way out.
// Interface and plan; the executors are contract_cuda.cuh and contract_host.hpp.
#ifndef PALLASBENCH_PATTERNS_CONTRACT_CONTRACT_HPP
#define PALLASBENCH_PATTERNS_CONTRACT_CONTRACT_HPP

#include <pallasbench/compose/compose.hpp>
#include <pallasbench/core/convert.hpp>
#include <pallasbench/patterns/call.hpp>
#include <pallasbench/patterns/plan.hpp>
#include <pallasbench/tile/registers.hpp>
#include <pallasbench/tiling/contract.hpp>

namespace pb {

/// out[m, n] = epilogue(sum over k of prologue(a)[m, k] b[k, n]). Inputs in order: a [M, K] and the
/// prologue's others ([M, K], or row vectors [K]); b [K, N]; the epilogue's others ([M, N], or row
/// vectors [N]). Products are accumulated in the compute type, in order of k; zeros where K is 0.
template <class Body, class T>
struct contract_call {
  using element = widest_t<T>;
  using output_type = output_t<T>;
  static constexpr int inputs = num_inputs<Body>;
  static constexpr int b_input = num_inputs<decltype(Body::prologue)>;

  Body body;
  void const* in[inputs];
  output_type* out;
  i64 m, k, n;

  /// dims: M, K, N
  PB_FN static constexpr contract_call make(Body const& body, extents const& dims) {
    return {body, {}, nullptr, dims[0], dims[1], dims[2]};
  }

  template <int I>
  static constexpr bool is_row_vector = operand_of<Body, I> == operand::row_vector;

  template <int I>
  PB_FN constexpr extents input_shape() const {
    if constexpr (I < b_input) return is_row_vector<I> ? extents{k} : extents{m, k};
    else if constexpr (I == b_input) return {k, n};
    else return is_row_vector<I> ? extents{n} : extents{m, n};
  }
  template <int I> using input_type = input_t<T, I>;
  PB_FN constexpr extents output_shape() const { return {m, n}; }

  template <tiling::tiling Tiling>
  PB_FN constexpr plan plan_for() const {
    constexpr auto t = tiling::select_contract();
    static_assert(t.block_m * t.block_n <= tiling::max_block_elements<Tiling>,
                  "pb::contract: the tiling's bound is below a block of 128 x 128; raise N in "
                  "clamped<N>");
    return plan_blocks({m, n}, {t.block_m, t.block_n}, Tiling::one_block, t.threads_per_block(),
                       t.thread_m * t.thread_n);
  }

  /// Any parameters will do.
  PB_FN constexpr bool is_allowed() const { return true; }

  PB_FN constexpr i64 bytes_moved() const { return bytes(detail::make_indices<inputs>{}); }

 private:
  template <int... I>
  PB_FN constexpr i64 bytes(detail::indices<I...>) const {
    return ((m * n * i64(sizeof(output_type))) + ... +
            (input_shape<I>().count() * i64(sizeof(input_type<I>))));
  }
};

template <operation Body, class T>
  requires(pattern_of<Body> == pattern_kind::contract)
struct call_for<Body, T> {
  using type = contract_call<Body, T>;
};

namespace detail {

/// Element (row, column) of input I, of shape [rows, columns] or a row vector [columns], as a tile of
/// one.
template <int I, class C, class Call>
PB_FN auto element_tile(Call const& call, i64 row, i64 column, i64 columns) {
  using T = typename Call::template input_type<I>;
  i64 const at = Call::template is_row_vector<I> ? column : row * columns + column;
  return tile<C, 1, no_rows>{{static_cast<C>(input<T>(call, I)[at])}, {}};
}

template <class C, class Call, int... I>
PB_FN C prologue_at(Call const& call, i64 row, i64 k, indices<I...>) {
  return call.body.prologue(element_tile<I, C>(call, row, k, call.k)...).at(0);
}

template <class C, class Call, int... I>
PB_FN C epilogue_at(Call const& call, C sum, [[maybe_unused]] i64 row,
                    [[maybe_unused]] i64 column, indices<I...>) {
  return call.body
      .epilogue(tile<C, 1, no_rows>{{sum}, {}},
                element_tile<Call::b_input + 1 + I, C>(call, row, column, call.n)...)
      .at(0);
}

}  // namespace detail

/// prologue(a)[row, k], computed in C.
template <class C, class Call>
PB_FN C left_element(Call const& call, i64 row, i64 k) {
  return detail::prologue_at<C>(call, row, k, detail::make_indices<Call::b_input>{});
}

/// b[k, column].
template <class C, class Call>
PB_FN C right_element(Call const& call, i64 k, i64 column) {
  using T = typename Call::template input_type<Call::b_input>;
  return static_cast<C>(input<T>(call, Call::b_input)[k * call.n + column]);
}

/// What is stored at [row, column] for this sum over k.
template <class C, class Call>
PB_FN C product_element(Call const& call, C sum, i64 row, i64 column) {
  return detail::epilogue_at<C>(call, sum, row, column,
                                detail::make_indices<Call::inputs - Call::b_input - 1>{});
}

}  // namespace pb

#endif  // PALLASBENCH_PATTERNS_CONTRACT_CONTRACT_HPP
