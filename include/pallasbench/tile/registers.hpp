// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Register tiles: the reading of the fast executors. A tile is N elements that one thread holds; its
// scope says what else belongs to the same row, if anything: a block's other threads, or nothing.
#ifndef PALLASBENCH_TILE_REGISTERS_HPP
#define PALLASBENCH_TILE_REGISTERS_HPP

#include <pallasbench/core/element.hpp>
#include <pallasbench/tile/random.hpp>
#include <pallasbench/tile/value.hpp>

namespace pb {

struct registers;

/// N elements of one thread. Immutable to a body; executors fill it.
template <class T, int N, class Scope>
struct tile {
  using reading = registers;
  using element = T;
  T data[N];
  Scope scope;

  PB_FN T at(int i) const { return data[i]; }
};

/// One value for a whole row (or for all elements, of a constant): broadcasts.
template <class T, class Scope>
struct uniform {
  using reading = typename Scope::reading;
  using element = T;
  T data;
  Scope scope;

  PB_FN T at(i64) const { return data; }
};

/// The scope of a body that sees elements only.
struct no_rows {
  using reading = registers;
};

/// The scope of a map's tile: no rows either, but its elements have numbers, their flat indices in the
/// array. They lie in runs of Run consecutive ones, Stride apart; if Aligned, a run starts at a
/// multiple of Run.
template <int Run, int Stride, bool Aligned>
struct element_runs {
  using reading = registers;
  static constexpr int run = Run;
  static constexpr bool starts_aligned = Aligned && Run % 4 == 0;
  i64 first;

  PB_FN i64 element(int i) const { return first + i / Run * Stride + i % Run; }
};

template <class Scope>
concept scope_of_rows = requires(Scope const& scope) { scope.columns(); };
template <class Scope>
concept scope_of_elements = requires(Scope const& scope) { scope.element(0); };

namespace detail {

template <class A> inline constexpr int tile_size = 0;
template <class T, int N, class Scope> inline constexpr int tile_size<tile<T, N, Scope>> = N;

template <class... A> inline constexpr int common_tile_size = 0;
template <class A, class... Rest>
inline constexpr int common_tile_size<A, Rest...> =
    tile_size<A> != 0 ? tile_size<A> : common_tile_size<Rest...>;

// The i-th element of an operand; a constant is one of type C.
template <class C, value A> PB_FN auto element_at(A const& a, i64 i) { return a.at(i); }
template <class C, constant A> PB_FN C element_at(A const& a, i64) { return static_cast<C>(a); }

template <value A, class... Rest> PB_FN auto scope_of(A const& a, Rest const&...) {
  return a.scope;
}
template <constant A, class... Rest> PB_FN auto scope_of(A const&, Rest const&... rest) {
  return scope_of(rest...);
}

}  // namespace detail

struct registers {
  template <class T> using wide = typename scalar::accumulator<scalar::add, T>::type;

  template <class F, class... A>
  PB_FN static auto map(F f, A const&... a) {
    using C = detail::element_t<A...>;
    using R = decltype(f(detail::element_at<C>(a, 0)...));
    auto const scope = detail::scope_of(a...);
    using Scope = detail::remove_cvref_t<decltype(scope)>;
    constexpr int N = detail::common_tile_size<A...>;
    if constexpr (N == 0) {
      return uniform<R, Scope>{f(detail::element_at<C>(a, 0)...), scope};
    } else {
      tile<R, N, Scope> result{{}, scope};
      PB_UNROLL
      for (int i = 0; i < N; ++i) result.data[i] = f(detail::element_at<C>(a, i)...);
      return result;
    }
  }

  template <class F, class T, int N, class Scope>
  PB_FN static auto reduce(F f, tile<T, N, Scope> const& x) {
    static_assert(scope_of_rows<Scope>,
                  "pb::map: the body of a map sees elements, not rows, so row_sum, row_max and "
                  "row_mean mean nothing there; declare the operation with pattern_kind::rows");
    using A = typename scalar::accumulator<F, T>::type;
    if constexpr (scope_of_rows<Scope>) {
      A partial = scalar::identity<F, A>::value();
      PB_UNROLL
      for (int i = 0; i < N; ++i)
        if (x.scope.valid(i)) partial = f(partial, static_cast<A>(x.data[i]));
      return uniform<T, Scope>{static_cast<T>(x.scope.combine(f, partial)), x.scope};
    } else {
      return x;  // the assertion above has spoken
    }
  }

  template <class T, int N, class Scope>
  PB_FN static auto column_index(tile<T, N, Scope> const& x) {
    tile<i64, N, Scope> result{{}, x.scope};
    PB_UNROLL
    for (int i = 0; i < N; ++i) result.data[i] = x.scope.column(i);
    return result;
  }

  template <class T, int N, class Scope>
  PB_FN static auto row_size(tile<T, N, Scope> const& x) {
    return uniform<T, Scope>{static_cast<T>(x.scope.columns()), x.scope};
  }

  template <class T, int N, class Scope>
  PB_FN static auto random_unit(tile<T, N, Scope> const& x, u64 seed) {
    static_assert(scope_of_elements<Scope>,
                  "pb: random_unit draws by an element's number in its array, which only the body of a "
                  "map knows; run the random operation as a kernel of its own");
    tile<float, N, Scope> result{{}, x.scope};
    if constexpr (scope_of_elements<Scope>) {
      constexpr int run = Scope::run;
      PB_UNROLL
      for (int i = 0; i < N; i += run) {
        auto const draws = draw_units<run, Scope::starts_aligned>(seed, x.scope.element(i));
        PB_UNROLL
        for (int j = 0; j < run; ++j) result.data[i + j] = draws.of[j];
      }
    }
    return result;
  }
};

}  // namespace pb

#endif  // PALLASBENCH_TILE_REGISTERS_HPP
