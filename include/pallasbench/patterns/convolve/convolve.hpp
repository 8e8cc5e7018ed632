// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern convolve: filters slid along a sequence of rows, with a map on the way out.
// Interface and plan; the executors are convolve_cuda.cuh and convolve_host.hpp.
#ifndef PALLASBENCH_PATTERNS_CONVOLVE_CONVOLVE_HPP
#define PALLASBENCH_PATTERNS_CONVOLVE_CONVOLVE_HPP

#include <pallasbench/compose/compose.hpp>
#include <pallasbench/core/convert.hpp>
#include <pallasbench/patterns/call.hpp>
#include <pallasbench/patterns/plan.hpp>
#include <pallasbench/tile/registers.hpp>
#include <pallasbench/tiling/convolve.hpp>

namespace pb {

/// out[l, f] = epilogue(sum over k, c of x[l + k - (K - 1) / 2, c] w[f, k, c]), rows of x outside
/// the sequence being zero. Inputs: x [L, channels]; w [F, K, channels]; the epilogue's others ([L,
/// F], or row vectors [F]). Sums are accumulated in the compute type, in order of k, then c.
template <class Body, class T>
struct convolve_call {
  using element = T;
  using output_type = T;
  static constexpr int inputs = num_inputs<Body>;

  Body body;
  void const* in[inputs];
  T* out;
  i64 length, taps, filters, channels;

  /// dims: L, K, F, and the channels if they are not 4
  PB_FN static constexpr convolve_call make(Body const& body, extents const& dims) {
    return {body, {}, nullptr, dims[0], dims[1], dims[2], dims.rank > 3 ? dims[3] : 4};
  }
  PB_FN static constexpr extents dims_of(extents const&, extents const (&in)[inputs]) {
    return {in[0][0], in[1][1], in[1][0], in[0][1]};
  }

  template <int I>
  static constexpr bool is_row_vector = operand_of<Body, I> == operand::row_vector;

  template <int I>
  PB_FN constexpr extents input_shape() const {
    if constexpr (I == 0) return {length, channels};
    else if constexpr (I == 1) return {filters, taps, channels};
    else return is_row_vector<I> ? extents{filters} : extents{length, filters};
  }
  template <int I> using input_type = T;
  PB_FN constexpr extents output_shape() const { return {length, filters}; }

  PB_FN constexpr i64 reduction_length() const { return taps * channels; }

  /// For tiling::convolve_tiling_at.
  PB_FN constexpr int tiling_number() const { return tiling::select_convolve(filters); }

  template <tiling::tiling Tiling>
  PB_FN constexpr plan plan_for() const {
    constexpr auto largest = tiling::convolve_tiling_at(1);
    static_assert(largest.block_elements() <= tiling::max_block_elements<Tiling>,
                  "pb::convolve: the tiling's bound is below a block of 1024 positions and 8 "
                  "filters; raise N in clamped<N>");
    auto const t = tiling::convolve_tiling_at(tiling_number());
    return plan_blocks({length, filters}, {t.block_positions(), t.filters_per_thread},
                       Tiling::one_block, t.threads_per_block,
                       t.positions_per_thread * t.filters_per_thread);
  }

  PB_FN constexpr bool is_allowed() const { return pb::is_allowed(body.epilogue); }

  PB_FN constexpr i64 bytes_moved() const { return bytes(detail::make_indices<inputs>{}); }

  /// The rows of x that the first tap and those behind it meet at position l: taps [begin, end) lie
  /// inside the sequence, from row `first` on.
  struct window {
    i64 begin, end, first;
  };
  PB_FN constexpr i64 left_padding() const { return (taps - 1) / 2; }
  PB_FN constexpr window window_at(i64 l) const {
    i64 const begin = max_of(left_padding() - l, 0);
    i64 const end = min_of(length + left_padding() - l, taps);
    return {begin, end, l + begin - left_padding()};
  }

  /// What is stored at [l, f] for this sum.
  template <class C>
  PB_FN C result(C sum, i64 l, i64 f) const {
    return finish(sum, l, f, detail::make_indices<inputs - 2>{});
  }

 private:
  template <class C, int... I>
  PB_FN C finish(C sum, [[maybe_unused]] i64 l, [[maybe_unused]] i64 f,
                 detail::indices<I...>) const {
    return body.epilogue(tile<C, 1, no_rows>{{sum}, {}}, other<I + 2, C>(l, f)...).at(0);
  }
  template <int I, class C>
  PB_FN tile<C, 1, no_rows> other(i64 l, i64 f) const {
    i64 const at = is_row_vector<I> ? f : l * filters + f;
    return {{static_cast<C>(input<T>(*this, I)[at])}, {}};
  }
  template <int... I>
  PB_FN constexpr i64 bytes(detail::indices<I...>) const {
    return i64(sizeof(T)) * ((length * filters) + ... + input_shape<I>().count());
  }
};

template <operation Body, class T>
  requires(pattern_of<Body> == pattern_kind::convolve)
struct call_for<Body, T> {
  using type = convolve_call<Body, T>;
};

/// The sum over taps and channels at [l, f], computed in C. Windows are contiguous, so one loop
/// does.
template <class C, class Call>
PB_FN C window_sum(Call const& call, i64 l, i64 f) {
  using T = typename Call::element;
  auto const w = call.window_at(l);
  T const* const x = input<T>(call, 0) + w.first * call.channels;
  T const* const filter = input<T>(call, 1) + (f * call.taps + w.begin) * call.channels;
  C sum = 0;
  for (i64 i = 0; i < (w.end - w.begin) * call.channels; ++i)
    sum += static_cast<C>(x[i]) * static_cast<C>(filter[i]);
  return sum;
}

}  // namespace pb

#endif  // PALLASBENCH_PATTERNS_CONVOLVE_CONVOLVE_HPP
