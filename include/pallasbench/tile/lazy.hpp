// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Lazy rows: a row as a function from column to element. Elementwise words build a larger function,
// row words evaluate it over the whole row at once, and the executor evaluates the result column by
// column. No row is too long: nothing is held but the functions. Host executor, f64 reference and
// the device's walk along rows are all this reading; they differ in the scope, which owns the loop of
// a reduction. A scope may take a run of neighbouring columns at a time: functions of columns have
// run<V>(column), V elements from there, so that what lies in memory is loaded in one access.
#ifndef PALLASBENCH_TILE_LAZY_HPP
#define PALLASBENCH_TILE_LAZY_HPP

#include <pallasbench/tile/moments.hpp>
#include <pallasbench/tile/packed.hpp>
#include <pallasbench/tile/registers.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb {

struct lazy_rows;

/// A row of elements expr(0), expr(1), ..., expr(scope.columns() - 1).
template <class Expr, class Scope>
struct lazy {
  using reading = typename Scope::reading;
  using element = decltype(detail::declval<Expr const&>()(i64(0)));
  Expr expr;
  Scope scope;

  PB_FN element at(i64 column) const { return expr(column); }
};

namespace detail {

/// Elements of neighbouring columns.
template <class T, int V>
using run_of = tile<T, V, no_rows>;

template <class F, class C, class Indices, class... A> struct mapped;

// An operand's elements at columns column, ..., column + V - 1; a uniform and a constant are as they
// are at each of them.
template <int V, class A>
PB_FN A const& run_at(A const& a, i64) { return a; }
template <int V, class Expr, class Scope>
PB_FN auto run_at(lazy<Expr, Scope> const& a, i64 column) { return a.expr.template run<V>(column); }

// The same of bytes, in words of four.
template <int V>
PB_FN int packed_at(int const& constant, i64) { return constant; }
template <int V, class Expr, class Scope>
PB_FN auto packed_at(lazy<Expr, Scope> const& a, i64 column)
    -> decltype(a.expr.template packed<V>(column)) {
  return a.expr.template packed<V>(column);
}

/// f applied to the elements of operands A at one column; constants are of type C.
template <class F, class C, int... I, class... A>
struct mapped<F, C, indices<I...>, A...> {
  F f;
  pack<A...> operands;

  PB_FN auto operator()(i64 column) const {
    return f(element_at<C>(static_cast<slot<I, A> const&>(operands).value, column)...);
  }

  template <int V>
  PB_FN auto run(i64 column) const {
    return of_runs<V>(run_at<V>(static_cast<slot<I, A> const&>(operands).value, column)...);
  }

  template <int V>
  PB_FN auto packed(i64 column) const
      -> decltype(pb::packed::map<V>(F{}, packed_at<V>(declval<A const&>(), column)...)) {
    return pb::packed::map<V>(
        f, packed_at<V>(static_cast<slot<I, A> const&>(operands).value, column)...);
  }

 private:
  template <int V, class... Runs>
  PB_FN auto of_runs(Runs const&... runs) const {
    using R = decltype(f(element_at<C>(runs, 0)...));
    run_of<R, V> result{};
    PB_UNROLL
    for (int i = 0; i < V; ++i) result.data[i] = f(element_at<C>(runs, i)...);
    return result;
  }
};

template <class A> inline constexpr bool is_lazy = false;
template <class E, class S> inline constexpr bool is_lazy<lazy<E, S>> = true;

}  // namespace detail

struct lazy_rows {
  template <class T> using wide = typename scalar::accumulator<scalar::add, T>::type;

  template <class F, class... A>
  PB_FN static auto map(F f, A const&... a) {
    using C = detail::element_t<A...>;
    auto const scope = detail::scope_of(a...);
    using Scope = detail::remove_cvref_t<decltype(scope)>;
    if constexpr ((detail::is_lazy<A> || ...)) {
      using E = detail::mapped<F, C, detail::make_indices<int(sizeof...(A))>, A...>;
      return lazy<E, Scope>{E{f, {{{a}...}}}, scope};
    } else {
      using R = decltype(f(detail::element_at<C>(a, 0)...));
      return uniform<R, Scope>{f(detail::element_at<C>(a, 0)...), scope};
    }
  }

  template <class F, class Expr, class Scope>
  PB_FN static auto reduce(F f, lazy<Expr, Scope> const& x) {
    using T = typename lazy<Expr, Scope>::element;
    using A = typename scalar::accumulator<F, T>::type;
    return uniform<T, Scope>{
        static_cast<T>(x.scope.reduce(f, scalar::identity<F, A>::value(), x.expr)), x.scope};
  }

  /// In one walk, where the scope has one for it.
  template <class Expr, class Scope>
  PB_FN static auto max_and_exp_sum(lazy<Expr, Scope> const& x) {
    if constexpr (requires { x.scope.max_and_exp_sum(x.expr); }) {
      auto const found = x.scope.max_and_exp_sum(x.expr);
      using U = uniform<typename lazy<Expr, Scope>::element, Scope>;
      return max_and_exp_sum_of<U, U>{{found.max, x.scope}, {found.exp_sum, x.scope}};
    } else {
      auto const max = row_max(x);
      auto const sum = row_sum(exp(x - max));
      return max_and_exp_sum_of<detail::remove_cvref_t<decltype(max)>,
                                detail::remove_cvref_t<decltype(sum)>>{max, sum};
    }
  }

  /// Where the scope finds mean and variance in one walk.
  template <class Expr, class Scope>
  PB_FN static auto standardised(lazy<Expr, Scope> const& x, double eps)
    requires requires { x.scope.moments(x.expr); }
  {
    using T = typename lazy<Expr, Scope>::element;
    using U = uniform<T, Scope>;
    mean_and_variance const found = x.scope.moments(x.expr);
    T const rounded = static_cast<T>(found.mean);
    U const mean{rounded, x.scope};
    U const rest{static_cast<T>(found.mean - static_cast<double>(rounded)), x.scope};
    U const inverse{scalar::rounded_rsqrt<T>{}(found.variance + eps), x.scope};
    return (x - mean - rest) * inverse;
  }

  /// Where the scope sums squares as such.
  template <class Expr, class Scope>
  PB_FN static auto inverse_rms(lazy<Expr, Scope> const& x, double eps)
    requires requires { x.scope.sum_of_squares(x.expr); }
  {
    using T = typename lazy<Expr, Scope>::element;
    double const mean = x.scope.sum_of_squares(x.expr) / static_cast<double>(x.scope.columns());
    return uniform<T, Scope>{scalar::rounded_rsqrt<T>{}(mean + eps), x.scope};
  }

  /// In narrow integers, where the scope has a walk for it.
  template <class To, class Expr, class Scope>
  PB_FN static auto count(lazy<Expr, Scope> const& condition) {
    if constexpr (requires { condition.scope.count(condition.expr); })
      return uniform<To, Scope>{static_cast<To>(condition.scope.count(condition.expr)),
                                condition.scope};
    else
      return reduce(scalar::add{}, cast<To>(condition));
  }

  /// A look at one column instead of a walk.
  template <class Expr, class Scope, class Column>
  PB_FN static auto element_at_column(lazy<Expr, Scope> const& x, Column const& column) {
    using T = typename lazy<Expr, Scope>::element;
    i64 const c = column.at(0);
    bool const exists = c >= 0 && c < x.scope.columns();
    return uniform<T, Scope>{exists ? x.expr(c) : T(0), x.scope};
  }

  struct column_number {
    PB_FN i64 operator()(i64 column) const { return column; }
    template <int V>
    PB_FN detail::run_of<i64, V> run(i64 column) const {
      detail::run_of<i64, V> result{};
      PB_UNROLL
      for (int i = 0; i < V; ++i) result.data[i] = column + i;
      return result;
    }
  };
  template <class Expr, class Scope>
  PB_FN static auto column_index(lazy<Expr, Scope> const& x) {
    return lazy<column_number, Scope>{{}, x.scope};
  }

  template <class Expr, class Scope>
  PB_FN static auto row_size(lazy<Expr, Scope> const& x) {
    using T = typename lazy<Expr, Scope>::element;
    return uniform<T, Scope>{static_cast<T>(x.scope.columns()), x.scope};
  }

  template <class X>
  PB_FN static auto random_unit(X const& x, u64) {
    static_assert(sizeof(X) == 0,
                  "pb: random_unit draws by an element's number in its array, which only the body of a "
                  "map knows; run the random operation as a kernel of its own");
    return x;
  }
};

/// The scope of a row that one thread walks alone.
struct serial_row {
  using reading = lazy_rows;
  i64 size;

  PB_FN i64 columns() const { return size; }

  template <class F, class A, class Expr>
  PB_FN A reduce(F f, A start, Expr const& expr) const {
    A result = start;
    for (i64 column = 0; column < size; ++column) {
      result = f(result, static_cast<A>(expr(column)));
    }
    return result;
  }
};

}  // namespace pb

#endif  // PALLASBENCH_TILE_LAZY_HPP
