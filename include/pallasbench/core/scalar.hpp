// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Scalar arithmetic, written once: one functor per opcode. The five readings, every fusion and every
// reduction apply these and nothing else, so they cannot differ in what an operation means.
// NaN in gives NaN out, in max and min as well.
#ifndef PALLASBENCH_CORE_SCALAR_HPP
#define PALLASBENCH_CORE_SCALAR_HPP

#include <pallasbench/core/math.hpp>
#include <pallasbench/core/opcode.hpp>

namespace pb::scalar {

namespace detail {

// Integers wrap, which is defined for unsigned ones alone.
template <class T> struct wrapping { using type = T; };
template <> struct wrapping<int> { using type = unsigned; };
template <> struct wrapping<long long> { using type = unsigned long long; };
template <class T> using wrapping_t = typename wrapping<T>::type;

}  // namespace detail

/// What every functor carries: its opcode, and the floating-point operations it counts as.
template <opcode Code, int Flops = 1>
struct functor {
  static constexpr opcode code = Code;
  static constexpr int flops = Flops;
};

struct neg : functor<opcode::neg> {
  template <class T> PB_FN T operator()(T a) const {
    return static_cast<T>(-static_cast<detail::wrapping_t<T>>(a));
  }
};
struct abs : functor<opcode::abs> {
  template <class T> PB_FN T operator()(T a) const { return math::abs(a); }
};
struct exp : functor<opcode::exp> {
  template <class T> PB_FN T operator()(T a) const { return math::exp(a); }
};
struct exp_of_term : functor<opcode::exp> {
  template <class T> PB_FN T operator()(T a) const { return math::exp_of_term(a); }
};
struct expm1 : functor<opcode::expm1> {
  template <class T> PB_FN T operator()(T a) const { return math::expm1(a); }
};
struct expm1_of_negative : functor<opcode::expm1> {
  template <class T> PB_FN T operator()(T a) const { return math::expm1_of_negative(a); }
};
struct log : functor<opcode::log> {
  template <class T> PB_FN T operator()(T a) const { return math::log(a); }
};
struct log1p : functor<opcode::log1p> {
  template <class T> PB_FN T operator()(T a) const { return math::log1p(a); }
};
struct log1p_of_fraction : functor<opcode::log1p> {
  template <class T> PB_FN T operator()(T a) const { return math::log1p_of_fraction(a); }
};
struct sqrt : functor<opcode::sqrt> {
  template <class T> PB_FN T operator()(T a) const { return math::sqrt(a); }
};
struct rsqrt : functor<opcode::rsqrt> {
  template <class T> PB_FN T operator()(T a) const { return T(1) / math::sqrt(a); }
};
struct tanh : functor<opcode::tanh> {
  template <class T> PB_FN T operator()(T a) const { return math::tanh(a); }
};
struct erf : functor<opcode::erf> {
  template <class T> PB_FN T operator()(T a) const { return math::erf(a); }
};
struct erfc : functor<opcode::erfc> {
  template <class T> PB_FN T operator()(T a) const { return math::erfc(a); }
};
struct logistic : functor<opcode::logistic> {
  template <class T> PB_FN T operator()(T a) const { return math::logistic(a); }
};

struct add : functor<opcode::add> {
  template <class T> PB_FN T operator()(T a, T b) const {
    using W = detail::wrapping_t<T>;
    return static_cast<T>(static_cast<W>(a) + static_cast<W>(b));
  }
};
struct sub : functor<opcode::sub> {
  template <class T> PB_FN T operator()(T a, T b) const {
    using W = detail::wrapping_t<T>;
    return static_cast<T>(static_cast<W>(a) - static_cast<W>(b));
  }
};
struct mul : functor<opcode::mul> {
  template <class T> PB_FN T operator()(T a, T b) const {
    using W = detail::wrapping_t<T>;
    return static_cast<T>(static_cast<W>(a) * static_cast<W>(b));
  }
};
struct div : functor<opcode::div> {
  template <class T> PB_FN T operator()(T a, T b) const { return math::divide(a, b); }
};
struct max : functor<opcode::max> {
  // a where it is greater or NaN, else b: a NaN in b fails the comparison and is returned.
  template <class T> PB_FN T operator()(T a, T b) const { return a > b || a != a ? a : b; }
};
struct min : functor<opcode::min> {
  template <class T> PB_FN T operator()(T a, T b) const { return a < b || a != a ? a : b; }
};

struct less : functor<opcode::less, 0> {
  template <class T> PB_FN bool operator()(T a, T b) const { return a < b; }
};
struct less_equal : functor<opcode::less_equal, 0> {
  template <class T> PB_FN bool operator()(T a, T b) const { return a <= b; }
};
struct greater : functor<opcode::greater, 0> {
  template <class T> PB_FN bool operator()(T a, T b) const { return a > b; }
};
struct greater_equal : functor<opcode::greater_equal, 0> {
  template <class T> PB_FN bool operator()(T a, T b) const { return a >= b; }
};
struct equal : functor<opcode::equal, 0> {
  template <class T> PB_FN bool operator()(T a, T b) const { return a == b; }
};
struct not_equal : functor<opcode::not_equal, 0> {
  template <class T> PB_FN bool operator()(T a, T b) const { return a != b; }
};
struct logical_and : functor<opcode::bit_and, 0> {
  PB_FN bool operator()(bool a, bool b) const { return a && b; }
};
struct logical_or : functor<opcode::bit_or, 0> {
  PB_FN bool operator()(bool a, bool b) const { return a || b; }
};
struct select : functor<opcode::select, 0> {
  template <class T> PB_FN T operator()(bool c, T a, T b) const { return c ? a : b; }
};

/// Conversion to another element type; float to integer truncates.
template <class To>
struct cast : functor<opcode::none, 0> {
  using target = To;
  template <class T> PB_FN To operator()(T a) const { return static_cast<To>(a); }
};

/// 1 / sqrt(a) of a wider a, rounded to To; in To's own arithmetic where a is well inside its range,
/// which is far faster on a GPU.
template <class To>
struct rounded_rsqrt : functor<opcode::rsqrt> {
  template <class T> PB_FN To operator()(T a) const {
    bool const is_ordinary = a > T(1e-30) && a < T(1e30);
    return is_ordinary ? rsqrt{}(static_cast<To>(a)) : static_cast<To>(rsqrt{}(a));
  }
};

/// The value that leaves a reduction unchanged.
template <class F, class T> struct identity;
template <class T> struct identity<add, T> { PB_FN static constexpr T value() { return T(0); } };
template <class T> struct identity<max, T> {
  PB_FN static constexpr T value() { return T(-PB_INFINITY); }
};
template <class T> struct identity<min, T> {
  PB_FN static constexpr T value() { return T(PB_INFINITY); }
};

/// The type a reduction accumulates in. Sums of f32 are accumulated in f64: a long row that nearly
/// cancels would otherwise miss a tolerance of 1e-5, and the conversions hide behind the loads.
template <class F, class T> struct accumulator { using type = T; };
template <> struct accumulator<add, float> { using type = double; };
template <> struct accumulator<add, int> { using type = long long; };

}  // namespace pb::scalar

#endif  // PALLASBENCH_CORE_SCALAR_HPP
