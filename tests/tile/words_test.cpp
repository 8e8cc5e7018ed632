// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Every word on register tiles and on lazy rows against a plain loop. Both readings apply the same
// functor, so results are equal to the last bit.
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/tile/lazy.hpp>
#include <pallasbench/tile/words.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "one_row.hpp"

namespace {

using namespace pb;
using tests::lazy_f32;
using tests::lazy_f64;
using tests::registers_f32;
using tests::registers_f64;

template <class T>
std::vector<T> const some = {T(0.5), T(2), T(0.001), T(1.75), T(3), T(0.25)};
template <class T>
std::vector<T> const others = {T(1.5), T(-2), T(0.001), T(-1.75), T(8), T(-0.0)};

/// word(x) at every column is plain(x[column]).
template <class R, class Word, class Plain>
void check_unary(Word word, Plain plain) {
  auto const& x = some<typename R::element>;
  auto const y = word(R::row(x));
  for (std::size_t i = 0; i < x.size(); ++i)
    CHECK(y.at(static_cast<int>(i)) == plain(x[i]));
}

template <class R, class Word, class Plain>
void check_binary(Word word, Plain plain) {
  using T = typename R::element;
  auto const &a = some<T>, &b = others<T>;
  auto const y = word(R::row(a), R::row(b));
  auto const left = word(R::row(a), 2), right = word(2.0, R::row(b));
  for (std::size_t i = 0; i < a.size(); ++i) {
    int const at = static_cast<int>(i);
    CHECK(y.at(at) == plain(a[i], b[i]));
    CHECK(left.at(at) == plain(a[i], T(2)));
    CHECK(right.at(at) == plain(T(2), b[i]));
  }
}

TEST_CASE_TEMPLATE("words: functions of one value", R, registers_f32, registers_f64, lazy_f32,
                   lazy_f64) {
  using T = typename R::element;
  check_unary<R>([](auto x) { return exp(x); }, [](T x) { return std::exp(x); });
  check_unary<R>([](auto x) { return expm1(x); }, [](T x) { return std::expm1(x); });
  check_unary<R>([](auto x) { return log(x); }, [](T x) { return std::log(x); });
  check_unary<R>([](auto x) { return log1p(x); }, [](T x) { return std::log1p(x); });
  check_unary<R>([](auto x) { return exp_of_term(x); }, [](T x) { return std::exp(x); });
  check_unary<R>([](auto x) { return expm1_of_negative(x); }, [](T x) { return std::expm1(x); });
  check_unary<R>([](auto x) { return log1p_of_fraction(x); }, [](T x) { return std::log1p(x); });
  check_unary<R>([](auto x) { return sqrt(x); }, [](T x) { return std::sqrt(x); });
  check_unary<R>([](auto x) { return rsqrt(x); }, [](T x) { return T(1) / std::sqrt(x); });
  check_unary<R>([](auto x) { return tanh(x); }, [](T x) { return std::tanh(x); });
  check_unary<R>([](auto x) { return erf(x); }, [](T x) { return std::erf(x); });
  check_unary<R>([](auto x) { return erfc(x); }, [](T x) { return std::erfc(x); });
  check_unary<R>([](auto x) { return logistic(x); }, [](T x) { return T(1) / (T(1) + std::exp(-x)); });
  check_unary<R>([](auto x) { return abs(x - 1); }, [](T x) { return std::abs(x - T(1)); });
  check_unary<R>([](auto x) { return -x; }, [](T x) { return -x; });
}

TEST_CASE_TEMPLATE("words: arithmetic, in this order of operands", R, registers_f32, registers_f64,
                   lazy_f32, lazy_f64) {
  using T = typename R::element;
  check_binary<R>([](auto a, auto b) { return a + b; }, [](T a, T b) { return a + b; });
  check_binary<R>([](auto a, auto b) { return a - b; }, [](T a, T b) { return a - b; });
  check_binary<R>([](auto a, auto b) { return a * b; }, [](T a, T b) { return a * b; });
  check_binary<R>([](auto a, auto b) { return a / b; }, [](T a, T b) { return a / b; });
  check_binary<R>([](auto a, auto b) { return max(a, b); }, [](T a, T b) { return a > b ? a : b; });
  check_binary<R>([](auto a, auto b) { return min(a, b); }, [](T a, T b) { return a < b ? a : b; });
}

TEST_CASE_TEMPLATE("words: comparisons and logic", R, registers_f32, registers_f64, lazy_f32,
                   lazy_f64) {
  using T = typename R::element;
  check_binary<R>([](auto a, auto b) { return a < b; }, [](T a, T b) { return a < b; });
  check_binary<R>([](auto a, auto b) { return a <= b; }, [](T a, T b) { return a <= b; });
  check_binary<R>([](auto a, auto b) { return a > b; }, [](T a, T b) { return a > b; });
  check_binary<R>([](auto a, auto b) { return a >= b; }, [](T a, T b) { return a >= b; });
  check_unary<R>([](auto x) { return 0.3 < x && x < 2; },
                 [](T x) { return T(0.3) < x && x < T(2); });
  check_unary<R>([](auto x) { return x < 0.3 || x >= 2; },
                 [](T x) { return x < T(0.3) || x >= T(2); });
}

TEST_CASE_TEMPLATE("words: select keeps NaN of the side not taken out", R, registers_f32,
                   registers_f64, lazy_f32, lazy_f64) {
  using T = typename R::element;
  check_unary<R>([](auto x) { return select(x > 1, x, -1); },
                 [](T x) { return x > T(1) ? x : T(-1); });
  check_unary<R>([](auto x) { return select(x > 100, x * PB_NAN, x); }, [](T x) { return x; });
}

TEST_CASE_TEMPLATE("words: reductions of a row", R, registers_f32, registers_f64, lazy_f32,
                   lazy_f64) {
  using T = typename R::element;
  auto const x = R::row(others<T>);
  double sum = 0;
  for (T const v : others<T>)
    sum += static_cast<double>(v);
  CHECK(row_sum(x).at(0) == static_cast<T>(sum));
  CHECK(row_max(x).at(0) == T(8));
  CHECK(row_size(x).at(0) == T(6));
  CHECK(row_mean(x).at(0) == static_cast<T>(sum) / T(6));
}

TEST_CASE_TEMPLATE("words: reductions of a row with NaN, and of an empty row", R, registers_f32,
                   registers_f64, lazy_f32, lazy_f64) {
  using T = typename R::element;
  for (std::size_t const at : {0u, 3u, 5u}) {
    auto values = some<T>;
    values[at] = static_cast<T>(PB_NAN);
    CHECK(std::isnan(row_max(R::row(values)).at(0)));
    CHECK(std::isnan(row_sum(R::row(values)).at(0)));
  }
  std::vector<T> const none;
  CHECK(row_sum(R::row(none)).at(0) == T(0));
  CHECK(row_max(R::row(none)).at(0) == static_cast<T>(-PB_INFINITY));
  CHECK(std::isnan(row_mean(R::row(none)).at(0)));
}

TEST_CASE_TEMPLATE("words: counts and the softmax of a row", R, registers_f32,
                   registers_f64, lazy_f32, lazy_f64) {
  using T = typename R::element;
  auto const x = R::row(others<T>);
  i64 above = 0;
  for (T const v : others<T>) above += v > T(1);
  CHECK(row_count<i32>(x > 1).at(0) == above);
  CHECK(row_count<i64>(x > 1).at(0) == above);
  CHECK(row_count<i64>(x != x).at(0) == 0);
  auto const share = row_softmax(x);
  auto const logarithm = row_log_softmax(x);
  double sum = 0;
  for (T const v : others<T>) sum += std::exp(double(v) - 8);
  for (i64 i = 0; i < i64(others<T>.size()); ++i) {
    double const shifted = double(others<T>[std::size_t(i)]) - 8;
    CHECK(double(share.at(int(i))) == doctest::Approx(std::exp(shifted) / sum).epsilon(1e-6));
    CHECK(double(logarithm.at(int(i))) == doctest::Approx(shifted - std::log(sum)).epsilon(1e-6));
  }
}

TEST_CASE_TEMPLATE("words: the element at a column, 0 where there is none", R, lazy_f32, lazy_f64) {
  using T = typename R::element;
  auto const x = R::row(others<T>);
  for (i64 const c : {-100LL, -1LL, 0LL, 3LL, 5LL, 6LL, 1LL << 40}) {
    uniform<i64, serial_row> const column{c, x.scope};
    bool const exists = 0 <= c && c < 6;
    T const expected = exists ? others<T>[static_cast<std::size_t>(c)] * T(2) : T(0);
    CHECK(row_at(x * 2, column).at(0) == expected);
  }
}

TEST_CASE_TEMPLATE("words: a run of a lazy row is its elements one by one", T, float, f16) {
  alignas(16) T memory[16];
  for (int i = 0; i < 16; ++i) memory[i] = static_cast<T>(0.25f * float(i) - 1.0f);
  lazy<memory_row<T>, serial_row> const x{{memory}, {16}};
  auto const y = select(column_index(x) < 5, exp(x - 1) * row_max(x), x + 0.5);
  for (i64 first = 0; first < 16; first += 4) {
    auto const run = y.expr.template run<4>(first);
    for (int i = 0; i < 4; ++i) CHECK(run.at(i) == y.at(first + i));
  }
}

}  // namespace
