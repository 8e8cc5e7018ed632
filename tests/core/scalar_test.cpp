// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Scalar functors: NaN on either side of max and min, the identity of each reduction, select, the
// accumulator of a sum, and that float stays float.
#include <pallasbench/core/scalar.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <limits>
#include <type_traits>

namespace {

using namespace pb;

template <class T>
constexpr T nan_of = std::numeric_limits<T>::quiet_NaN();
template <class T>
constexpr T inf_of = std::numeric_limits<T>::infinity();

TEST_CASE_TEMPLATE("scalar: max and min give NaN for NaN on either side", T, float, double) {
  for (T const x : {T(-1), T(0), T(2), inf_of<T>, -inf_of<T>, nan_of<T>}) {
    CAPTURE(x);
    CHECK(std::isnan(scalar::max{}(nan_of<T>, x)));
    CHECK(std::isnan(scalar::max{}(x, nan_of<T>)));
    CHECK(std::isnan(scalar::min{}(nan_of<T>, x)));
    CHECK(std::isnan(scalar::min{}(x, nan_of<T>)));
  }
}

TEST_CASE_TEMPLATE("scalar: max and min of numbers", T, float, double, int) {
  CHECK(scalar::max{}(T(2), T(-3)) == T(2));
  CHECK(scalar::max{}(T(-3), T(2)) == T(2));
  CHECK(scalar::min{}(T(2), T(-3)) == T(-3));
  CHECK(scalar::min{}(T(-3), T(2)) == T(-3));
  CHECK(scalar::max{}(T(4), T(4)) == T(4));
}

TEST_CASE_TEMPLATE("scalar: an identity leaves every value unchanged", T, float, double) {
  T const lowest = std::numeric_limits<T>::lowest();
  for (T const x : {T(0), T(-1.5), lowest, inf_of<T>, -inf_of<T>}) {
    CAPTURE(x);
    CHECK(scalar::add{}(scalar::identity<scalar::add, T>::value(), x) == x);
    CHECK(scalar::max{}(scalar::identity<scalar::max, T>::value(), x) == x);
    CHECK(scalar::min{}(scalar::identity<scalar::min, T>::value(), x) == x);
  }
}

TEST_CASE("scalar: select takes one side and lets the other play no part") {
  CHECK(scalar::select{}(true, 1.0, nan_of<double>) == 1.0);
  CHECK(scalar::select{}(false, nan_of<double>, 2.0) == 2.0);
  CHECK(std::isnan(scalar::select{}(true, nan_of<double>, 2.0)));
}

TEST_CASE("scalar: comparisons with NaN are false, and logic is of truth values") {
  CHECK_FALSE(scalar::less{}(nan_of<float>, 1.0f));
  CHECK_FALSE(scalar::greater_equal{}(nan_of<float>, nan_of<float>));
  CHECK(scalar::less_equal{}(1, 1));
  CHECK_FALSE(scalar::greater{}(1, 1));
  CHECK(scalar::logical_and{}(true, true));
  CHECK_FALSE(scalar::logical_and{}(true, false));
  CHECK(scalar::logical_or{}(false, true));
  CHECK_FALSE(scalar::logical_or{}(false, false));
}

TEST_CASE("scalar: sums accumulate in a wider type, maxima in their own") {
  static_assert(std::is_same_v<scalar::accumulator<scalar::add, float>::type, double>);
  static_assert(std::is_same_v<scalar::accumulator<scalar::add, int>::type, long long>);
  static_assert(std::is_same_v<scalar::accumulator<scalar::max, float>::type, float>);
}

template <class F>
constexpr bool float_stays_float =
    std::is_same_v<decltype(F{}(1.0f)), float>&& std::is_same_v<decltype(F{}(1.0)), double>;

TEST_CASE("scalar: functions of float are in single precision") {
  static_assert(float_stays_float<scalar::exp> && float_stays_float<scalar::expm1>);
  static_assert(float_stays_float<scalar::log> && float_stays_float<scalar::log1p>);
  static_assert(float_stays_float<scalar::sqrt> && float_stays_float<scalar::rsqrt>);
  static_assert(float_stays_float<scalar::erf> && float_stays_float<scalar::erfc>);
  static_assert(float_stays_float<scalar::tanh> && float_stays_float<scalar::abs>);
  static_assert(float_stays_float<scalar::logistic> && float_stays_float<scalar::exp_of_term>);
  static_assert(float_stays_float<scalar::log1p_of_fraction>);
  static_assert(float_stays_float<scalar::expm1_of_negative>);
  CHECK(scalar::exp{}(1.0f) == doctest::Approx(2.718281828).epsilon(1e-6));
  CHECK(scalar::rsqrt{}(4.0) == 0.5);
  CHECK(scalar::expm1{}(1e-10) == doctest::Approx(1e-10));
  CHECK(scalar::log1p{}(1e-10) == doctest::Approx(1e-10));
  CHECK(scalar::exp_of_term{}(-2.0) == scalar::exp{}(-2.0));
  CHECK(scalar::expm1_of_negative{}(-0.5) == scalar::expm1{}(-0.5));
  CHECK(scalar::log1p_of_fraction{}(0.5) == scalar::log1p{}(0.5));
  CHECK(scalar::erf{}(0.5) + scalar::erfc{}(0.5) == doctest::Approx(1));
  CHECK(scalar::logistic{}(0.0f) == 0.5f);
  CHECK(scalar::abs{}(-3.0f) == 3.0f);
}

TEST_CASE("scalar: every functor has its opcode; comparisons and selections count no operations") {
  static_assert(scalar::add::code == opcode::add && scalar::add::flops == 1);
  static_assert(scalar::exp::code == opcode::exp && scalar::exp::flops == 1);
  static_assert(scalar::max::code == opcode::max && scalar::max::flops == 1);
  static_assert(scalar::less::code == opcode::less && scalar::less::flops == 0);
  static_assert(scalar::select::code == opcode::select && scalar::select::flops == 0);
}

}  // namespace
