// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern attend in f64.
#ifndef PALLASBENCH_REFERENCE_ATTEND_HPP
#define PALLASBENCH_REFERENCE_ATTEND_HPP

#include <pallasbench/patterns/attend/attend.hpp>
#include <pallasbench/reference/for_each_index.hpp>

namespace pb::reference {

namespace detail {

/// One query's result in some of its columns, by an online softmax.
template <class Call>
struct attended_columns {
  static constexpr int columns = 64;
  static constexpr int keys_at_once = 8;

  Call call;
  double* out;

  PB_FN static i64 parts(Call const& call) { return ceil_div(call.size, columns); }

  PB_FN void operator()(i64 number) const {
    // Neighbouring threads take neighbouring queries of one head.
    i64 const query = number % call.queries;
    i64 const rest = number / call.queries;
    i64 const part = rest % parts(call);
    i64 const head = rest / parts(call);
    i64 const first = part * columns;
    // With a constant number of columns the sums stay in registers.
    if (call.size - first >= columns) attend<true>(head, query, first);
    else attend<false>(head, query, first);
  }

 private:
  template <bool Whole>
  PB_FN void attend(i64 head, i64 query, i64 first) const {
    i64 const b = head / call.heads;
    i64 const h = head % call.heads;
    auto const* const q = call.template input_row<0>(b, h, query);
    auto const* const k = call.template input_row<1>(b, h, 0);
    auto const* const v = call.template input_row<2>(b, h, 0) + first;
    i64 const visible = call.visible_keys(query);
    int const count = Whole ? columns : int(call.size - first);
    pb::detail::online_softmax<double> row;
    double sum[columns] = {};
    for (i64 key = 0; key < visible; key += keys_at_once) {
      int const keys = int(min_of(keys_at_once, visible - key));
      double scores[keys_at_once];
      double largest = -PB_INFINITY;
      pb::detail::scores_of(call, q, k + key * call.key_strides.row, keys, scores);
      PB_UNROLL
      for (int j = 0; j < keys_at_once; ++j)
        if (j < keys) largest = scalar::max{}(largest, scores[j]);
      double const factor = row.raise(largest);
      PB_UNROLL
      for (int c = 0; c < columns; ++c) sum[c] *= factor;
      PB_UNROLL
      for (int j = 0; j < keys_at_once; ++j) {
        if (j >= keys) continue;
        double const e = row.exponential(scores[j]);
        row.sum += e;
        auto const* const value = v + (key + j) * call.value_strides.row;
        PB_UNROLL
        for (int c = 0; c < columns; ++c)
          if (Whole || c < count) sum[c] += e * static_cast<double>(value[c]);
      }
    }
    double* const to = out + call.out_strides.at(b, h, query) + first;
    PB_UNROLL
    for (int c = 0; c < columns; ++c)
      if (Whole || c < count) to[c] = visible == 0 ? 0 : sum[c] / row.sum;
  }
};

}  // namespace detail

template <class Policy, class Body, class T>
void evaluate(Policy const& policy, attend_call<Body, T> const& call, double* out) {
  using columns = detail::attended_columns<attend_call<Body, T>>;
  detail::for_each_index(policy,
                         call.batch * call.heads * call.queries * columns::parts(call),
                         columns{call, out});
}

}  // namespace pb::reference

#endif  // PALLASBENCH_REFERENCE_ATTEND_HPP
