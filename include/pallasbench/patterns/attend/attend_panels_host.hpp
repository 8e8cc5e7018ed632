// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Attention on a host, a block of queries at a time: what the host executor does in the compute type
// and the f64 reference in double. Scores and results are products of small panels, which use the
// vectors of contract_panels_host.hpp; a row's softmax is computed online, as keys are walked.
#ifndef PALLASBENCH_PATTERNS_ATTEND_ATTEND_PANELS_HOST_HPP
#define PALLASBENCH_PATTERNS_ATTEND_ATTEND_PANELS_HOST_HPP

#include <pallasbench/patterns/attend/attend.hpp>
#include <pallasbench/patterns/contract/contract_panels_host.hpp>

#include <cstddef>
#include <vector>

namespace pb::host {

namespace detail {

inline constexpr int attended_queries = 64;

/// The block of up to so many queries from `query` on, of one head.
template <class C, class Call>
class attended_block {
 public:
  static constexpr int queries_at_once = attended_queries;
  static constexpr int keys_at_once = 64;

  attended_block(Call const& call, i64 batch, i64 head, i64 query)
      : call_(call), batch_(batch), head_(head), query_(query),
        queries_(int(min_of(queries_at_once, call.queries - query))),
        results_(static_cast<std::size_t>(queries_ * call.size)) {}

  /// Stores the block's rows: out[i * stride + column].
  template <class Out>
  void store(Out* out, i64 stride) {
    // Causal queries see ever more keys: all see those that the first one sees.
    i64 const seen_by_all = call_.visible_keys(query_);
    i64 const seen_by_any = call_.visible_keys(query_ + queries_ - 1);
    for (i64 key = 0; key < seen_by_any; key += keys_at_once) take_in(key, seen_by_all, seen_by_any);
    for (int i = 0; i < queries_; ++i) {
      bool const sees_none = call_.visible_keys(query_ + i) == 0;
      for (i64 c = 0; c < call_.size; ++c)
        out[i * stride + c] = static_cast<Out>(sees_none ? C(0) : result(i, c) / row_[i].sum);
    }
  }

 private:
  using panel = product_panel<C>;
  static_assert(panel::rows >= queries_at_once && panel::columns >= keys_at_once &&
                panel::depth >= keys_at_once);

  C& result(int i, i64 column) {
    return results_[static_cast<std::size_t>(i * call_.size + column)];
  }

  void take_in(i64 key, i64 seen_by_all, i64 seen_by_any) {
    int const keys = int(min_of(keys_at_once, seen_by_any - key));
    find_scores(key, keys);
    for (int i = 0; i < queries_; ++i) {
      i64 const seen = min_of(call_.visible_keys(query_ + i) - key, keys);
      C largest = static_cast<C>(-PB_INFINITY);
      for (int j = 0; j < seen; ++j) largest = scalar::max{}(largest, weights_[i][j]);
      C const factor = row_[i].raise(largest);
      for (i64 c = 0; c < call_.size; ++c) result(i, c) *= factor;
      for (int j = 0; j < seen; ++j) {
        weights_[i][j] = row_[i].exponential(weights_[i][j]);
        row_[i].sum += weights_[i][j];
      }
    }
    if (key + keys <= seen_by_all) add_values(key, keys);
    else add_visible_values(key, keys);
  }

  /// weights_ = the scores of all queries on these keys.
  void find_scores(i64 key, int keys) {
    std::memset(panel_.sum, 0, sizeof panel_.sum);
    for (i64 d = 0; d < call_.size; d += panel::depth) {
      int const depth = int(min_of(panel::depth, call_.size - d));
      for (int i = 0; i < padded(queries_, panel::tile_m); ++i)
        for (int x = 0; x < depth; ++x)
          panel_.a[i / panel::tile_m][x][i % panel::tile_m] =
              i < queries_ ? static_cast<C>(row<0>(query_ + i)[d + x]) : C(0);
      for (int j = 0; j < padded(keys, panel::tile_n); ++j)
        for (int x = 0; x < depth; ++x)
          panel_.b[j / panel::tile_n][x][j % panel::tile_n] =
              j < keys ? static_cast<C>(row<1>(key + j)[d + x]) : C(0);
      add_tiles(panel_, padded(queries_, panel::tile_m) / panel::tile_m,
                padded(keys, panel::tile_n) / panel::tile_n, depth);
    }
    for (int i = 0; i < queries_; ++i)
      for (int j = 0; j < keys; ++j)
        weights_[i][j] = pb::detail::score_of(call_, panel_.sum_at(i, j));
  }

  /// results_ += weights_ times the values of keys that every query sees.
  void add_values(i64 key, int keys) {
    for (int i = 0; i < padded(queries_, panel::tile_m); ++i)
      for (int j = 0; j < keys; ++j)
        panel_.a[i / panel::tile_m][j][i % panel::tile_m] = i < queries_ ? weights_[i][j] : C(0);
    for (i64 c = 0; c < call_.size; c += panel::columns) {
      int const columns = int(min_of(panel::columns, call_.size - c));
      std::memset(panel_.sum, 0, sizeof panel_.sum);
      for (int j = 0; j < keys; ++j)
        for (int x = 0; x < padded(columns, panel::tile_n); ++x)
          panel_.b[x / panel::tile_n][j][x % panel::tile_n] =
              x < columns ? static_cast<C>(row<2>(key + j)[c + x]) : C(0);
      add_tiles(panel_, padded(queries_, panel::tile_m) / panel::tile_m,
                padded(columns, panel::tile_n) / panel::tile_n, keys);
      for (int i = 0; i < queries_; ++i)
        for (int x = 0; x < columns; ++x) result(i, c + x) += panel_.sum_at(i, x);
    }
  }

  /// The same where some queries do not see some of the keys, whose values, NaN or not, play no part
  /// there.
  void add_visible_values(i64 key, int keys) {
    for (int i = 0; i < queries_; ++i) {
      i64 const seen = min_of(call_.visible_keys(query_ + i) - key, keys);
      for (int j = 0; j < seen; ++j) {
        auto const* const value = row<2>(key + j);
        for (i64 c = 0; c < call_.size; ++c)
          result(i, c) += weights_[i][j] * static_cast<C>(value[c]);
      }
    }
  }

  template <int I>
  auto const* row(i64 number) const {
    return call_.template input_row<I>(batch_, head_, number);
  }
  static constexpr int padded(int count, int tile) { return (count + tile - 1) / tile * tile; }

  Call const& call_;
  i64 batch_, head_, query_;
  int queries_;
  pb::detail::online_softmax<C> row_[queries_at_once];
  C weights_[queries_at_once][keys_at_once];
  panel panel_;
  std::vector<C> results_;
};

}  // namespace detail

/// How many blocks of queries a call has, over all heads.
template <class Call>
i64 attended_blocks(Call const& call) {
  return call.batch * call.heads * ceil_div(call.queries, detail::attended_queries);
}

/// The rows of block number b, computed in C and stored where the call's output rows lie, in `out`.
template <class C, class Call, class Out>
void attend_block(Call const& call, i64 b, Out* out) {
  i64 const down = ceil_div(call.queries, detail::attended_queries);
  i64 const batch = b / down / call.heads;
  i64 const head = b / down % call.heads;
  i64 const query = b % down * detail::attended_queries;
  detail::attended_block<C, Call>(call, batch, head, query)
      .store(out + call.out_strides.at(batch, head, query), call.out_strides.row);
}

}  // namespace pb::host

#endif  // PALLASBENCH_PATTERNS_ATTEND_ATTEND_PANELS_HOST_HPP
