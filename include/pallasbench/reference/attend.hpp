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

/// One query's result in some of its columns: the largest score first, then the exponentials under
/// it. A query's scores are formed twice instead of kept.
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
    attend(head / call.heads, head % call.heads, query, part * columns);
  }

 private:
  PB_FN void attend(i64 b, i64 h, i64 query, i64 first) const {
    auto const* const q = call.template input_row<0>(b, h, query);
    auto const* const k = call.template input_row<1>(b, h, 0);
    auto const* const v = call.template input_row<2>(b, h, 0) + first;
    i64 const visible = call.visible_keys(query);
    int const count = int(min_of(columns, call.size - first));
    double largest = -PB_INFINITY;
    for_each_score(q, k, visible, [&](i64, double s) { largest = scalar::max{}(largest, s); });
    double total = 0;
    double sum[columns] = {};
    for_each_score(q, k, visible, [&](i64 key, double s) {
      double const e = math::exp(s - largest);
      total += e;
      for (int c = 0; c < count; ++c)
        sum[c] += e * static_cast<double>(v[key * call.value_strides.row + c]);
    });
    double* const to = out + call.out_strides.at(b, h, query) + first;
    for (int c = 0; c < count; ++c) to[c] = visible == 0 ? 0 : sum[c] / total;
  }

  template <class Q, class K, class Visit>
  PB_FN void for_each_score(Q const* q, K const* k, i64 visible, Visit const& visit) const {
    double scores[keys_at_once];
    for (i64 key = 0; key < visible; key += keys_at_once) {
      int const count = int(min_of(keys_at_once, visible - key));
      pb::detail::scores_of(call, q, k + key * call.key_strides.row, count, scores);
      for (int j = 0; j < count; ++j) visit(key + j, scores[j]);
    }
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
