// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern attend: queries weigh values by their scores on keys. No array of all scores exists: a
// row's softmax is computed online, as keys are walked.
// Interface and plan; the executors are attend_cuda.cuh and attend_host.hpp.
#ifndef PALLASBENCH_PATTERNS_ATTEND_ATTEND_HPP
#define PALLASBENCH_PATTERNS_ATTEND_ATTEND_HPP

#include <pallasbench/core/convert.hpp>
#include <pallasbench/patterns/call.hpp>
#include <pallasbench/patterns/plan.hpp>
#include <pallasbench/tile/registers.hpp>
#include <pallasbench/tiling/attend.hpp>

namespace pb {

/// Where element [b, h, r, c] of an array of heads lies: at b batch + h head + r row + c.
struct head_strides {
  i64 batch, head, row;

  PB_FN constexpr i64 at(i64 b, i64 h, i64 r) const { return b * batch + h * head + r * row; }
};

namespace detail {
template <class Body> inline constexpr bool is_by_columns = false;
template <class Body>
  requires requires { Body::by_columns; }
inline constexpr bool is_by_columns<Body> = Body::by_columns;
}  // namespace detail

/// out = weights(score(q k^T)) v for each batch and head. Inputs: q [B, H, Sq, D], k and v
/// [B, H, Sk, D]; by columns q [Sq, H D], k and v [Sk, H D]. The strides may be set to read other
/// layouts, rows contiguous. Computed in the compute type; a query that sees no key gives 0.
template <class Body, class T>
struct attend_call {
  using element = widest_t<T>;
  using output_type = output_t<T>;
  static constexpr int inputs = 3;
  static constexpr bool by_columns = detail::is_by_columns<Body>;

  Body body;
  void const* in[inputs];
  output_type* out;
  i64 batch, heads, queries, keys, size;
  head_strides query_strides, key_strides, value_strides, out_strides;

  /// dims: B, H, S, D or B, H, Sq, Sk, D; by columns S, E or Sq, Sk, E
  PB_FN static constexpr attend_call make(Body const& body, extents const& dims) {
    attend_call call{body, {}, nullptr, 1, 1, 0, 0, dims[dims.rank - 1], {}, {}, {}, {}};
    bool const is_self = dims.rank == (by_columns ? 2 : 4);
    call.keys = dims[dims.rank - 2];
    call.queries = is_self ? call.keys : dims[dims.rank - 3];
    if constexpr (by_columns) {
      call.heads = max_of(body.heads, 1);
      call.size = call.size / call.heads;
    } else {
      call.batch = dims[0];
      call.heads = dims[1];
    }
    call.query_strides = call.out_strides = call.strides_of(call.queries);
    call.key_strides = call.value_strides = call.strides_of(call.keys);
    return call;
  }

  template <int I>
  PB_FN constexpr extents input_shape() const { return shape_of(I == 0 ? queries : keys); }
  template <int I> using input_type = input_t<T, I>;
  template <int I> static constexpr bool is_row_vector = false;
  PB_FN constexpr extents output_shape() const { return shape_of(queries); }

  /// Row `row` of an input's head.
  template <int I>
  PB_FN constexpr input_type<I> const* input_row(i64 b, i64 h, i64 row) const {
    head_strides const& strides = I == 0 ? query_strides : I == 1 ? key_strides : value_strides;
    return input<input_type<I>>(*this, I) + strides.at(b, h, row);
  }
  PB_FN constexpr output_type* output_row(i64 b, i64 h, i64 row) const {
    return out + out_strides.at(b, h, row);
  }

  static constexpr tiling::attend_tiling tiles = tiling::select_attend();

  /// A block is some queries of one head and some columns of their results; blocks of the same
  /// queries repeat the scores.
  template <tiling::tiling Tiling>
  PB_FN constexpr plan plan_for() const {
    static_assert(tiles.block_queries * tiles.block_columns <= tiling::max_block_elements<Tiling>,
                  "pb::attend: the tiling's bound is below a block of 64 x 128; raise N in "
                  "clamped<N>");
    return plan_blocks({batch, heads, queries, size},
                       {1, 1, tiles.block_queries, tiles.block_columns}, Tiling::one_block,
                       tiles.threads_per_block(), tiles.thread_queries() * tiles.thread_columns());
  }

  /// The block that thread blocks take under number b: where it starts.
  struct block_start {
    i64 batch, head, query, column;
  };
  PB_FN constexpr i64 blocks_down() const { return ceil_div(queries, tiles.block_queries); }
  PB_FN constexpr i64 blocks_across() const { return ceil_div(size, tiles.block_columns); }
  PB_FN constexpr i64 num_blocks() const { return batch * heads * blocks_down() * blocks_across(); }
  PB_FN constexpr block_start start_of(i64 b) const {
    i64 const row = b / blocks_across();
    i64 const head = row / blocks_down();
    return {head / heads, head % heads, row % blocks_down() * tiles.block_queries,
            b % blocks_across() * tiles.block_columns};
  }

  /// How many keys a query sees: the first so many.
  PB_FN constexpr i64 visible_keys(i64 query) const {
    if (!body.causal) return keys;
    return min_of(max_of(query + 1 + keys - queries, 0), keys);
  }

  /// At least one head. Where heads do not divide E, the shapes of the arrays are not those given.
  PB_FN constexpr bool is_allowed() const {
    if constexpr (by_columns) return body.heads >= 1;
    else return true;
  }

  PB_FN constexpr i64 reduction_length() const { return keys; }

  PB_FN constexpr i64 bytes_moved() const {
    i64 const bytes_of_row = batch * heads * size * i64(sizeof(element));
    return 2 * bytes_of_row * (queries + keys);
  }

 private:
  PB_FN constexpr extents shape_of(i64 rows) const {
    if constexpr (by_columns) return {rows, heads * size};
    else return {batch, heads, rows, size};
  }
  PB_FN constexpr head_strides strides_of(i64 rows) const {
    if constexpr (by_columns) return {0, size, heads * size};
    else return {heads * rows * size, rows * size, size};
  }
};

template <operation Body, class T>
  requires(pattern_of<Body> == pattern_kind::attend)
struct call_for<Body, T> {
  using type = attend_call<Body, T>;
};

namespace detail {

/// The score of a query and a key, from their product.
template <class C, class Call>
PB_FN C score_of(Call const& call, C product) {
  return call.body.score(tile<C, 1, no_rows>{{product}, {}}, call.size).at(0);
}

/// The scores of a query on N keys or fewer, computed in C.
template <int N, class C, class Q, class K, class Call>
PB_FN void scores_of(Call const& call, Q const* query, K const* keys, int count,
                     C (&scores)[N]) {
  C products[N] = {};
  for (i64 d = 0; d < call.size; ++d) {
    PB_UNROLL
    for (int j = 0; j < N; ++j) {
      if (j < count)
        products[j] +=
            static_cast<C>(query[d]) * static_cast<C>(keys[j * call.key_strides.row + d]);
    }
  }
  PB_UNROLL
  for (int j = 0; j < N; ++j)
    if (j < count) scores[j] = score_of(call, products[j]);
}

/// A row's softmax while its scores arrive: the largest so far and the sum of exponentials under
/// it.
template <class C>
struct online_softmax {
  C maximum = static_cast<C>(-PB_INFINITY);
  C sum = 0;

  /// Scores of -inf only have weight 0 as yet, not exp(-inf + inf).
  PB_FN C shift() const { return maximum == static_cast<C>(-PB_INFINITY) ? C(0) : maximum; }

  /// Takes in the largest of the next scores. What was summed before is to be multiplied by the
  /// result.
  PB_FN C raise(C next) {
    C const before = maximum;
    maximum = scalar::max{}(maximum, next);
    C const factor = math::exp(before - shift());
    sum *= factor;
    return factor;
  }

  /// A score's exponential; the caller adds it to sum.
  PB_FN C exponential(C score) const { return math::exp(score - shift()); }
};

}  // namespace detail

}  // namespace pb

#endif  // PALLASBENCH_PATTERNS_ATTEND_ATTEND_HPP
