// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The reading of the CUDA executor of pattern columns: lazy columns as in lazy.hpp, but a run of
// neighbouring ones at once, so that a thread moves as much in one access as it can. What is one value
// a column is one value for each of the run. A scope says how many by `run`, and owns the loops.
#ifndef PALLASBENCH_TILE_COLUMN_RUNS_HPP
#define PALLASBENCH_TILE_COLUMN_RUNS_HPP

#include <pallasbench/tile/lazy.hpp>

namespace pb {

struct column_runs;

/// One value for each column of a run.
template <class T, class Scope>
struct per_column {
  using reading = column_runs;
  using element = T;
  T data[Scope::run];
  Scope scope;

  PB_FN T at(i64 i) const { return data[i]; }
};

struct column_runs {
  template <class T> using wide = lazy_rows::wide<T>;

  template <class F, class... A>
  PB_FN static auto map(F f, A const&... a) {
    if constexpr ((detail::is_lazy<A> || ...)) {
      return lazy_rows::map(f, a...);
    } else {
      using C = detail::element_t<A...>;
      auto const scope = detail::scope_of(a...);
      using Scope = detail::remove_cvref_t<decltype(scope)>;
      return each<Scope>(scope, [&](int i) { return f(detail::element_at<C>(a, i)...); });
    }
  }

  template <class F, class Expr, class Scope>
  PB_FN static auto reduce(F f, lazy<Expr, Scope> const& x) {
    using T = typename lazy<Expr, Scope>::element;
    using A = typename scalar::accumulator<F, T>::type;
    auto const found = x.scope.reduce(f, scalar::identity<F, A>::value(), x.expr);
    return each<Scope>(x.scope, [&](int i) { return static_cast<T>(found.of[i]); });
  }

  template <class Expr, class Scope>
  PB_FN static auto standardised(lazy<Expr, Scope> const& x, double eps) {
    using T = typename lazy<Expr, Scope>::element;
    auto const found = x.scope.moments(x.expr);
    auto const mean = each<Scope>(x.scope, [&](int i) { return static_cast<T>(found.of[i].mean); });
    auto const rest = each<Scope>(x.scope, [&](int i) {
      return static_cast<T>(found.of[i].mean - static_cast<double>(mean.at(i)));
    });
    auto const inverse = each<Scope>(x.scope, [&](int i) {
      return scalar::rounded_rsqrt<T>{}(found.of[i].variance + eps);
    });
    return (x - mean - rest) * inverse;
  }

  struct row_number {
    PB_FN i64 operator()(i64 row) const { return row; }
    template <int V>
    PB_FN detail::run_of<i64, V> run(i64 row) const {
      detail::run_of<i64, V> result{};
      PB_UNROLL
      for (int i = 0; i < V; ++i) result.data[i] = row;
      return result;
    }
  };
  template <class Expr, class Scope>
  PB_FN static auto column_index(lazy<Expr, Scope> const& x) {
    return lazy<row_number, Scope>{{}, x.scope};
  }

  template <class Expr, class Scope>
  PB_FN static auto row_size(lazy<Expr, Scope> const& x) { return lazy_rows::row_size(x); }

  template <class X>
  PB_FN static auto random_unit(X const& x, u64 seed) { return lazy_rows::random_unit(x, seed); }

 private:
  template <class Scope, class F>
  PB_FN static auto each(Scope const& scope, F const& f) {
    per_column<decltype(f(0)), Scope> result{{}, scope};
    PB_UNROLL
    for (int i = 0; i < Scope::run; ++i) result.data[i] = f(i);
    return result;
  }
};

}  // namespace pb

#endif  // PALLASBENCH_TILE_COLUMN_RUNS_HPP
