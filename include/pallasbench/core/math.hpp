// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The mathematical functions of a body, overloaded on float and double, by the same name on host and
// device. float stays float: none of these widens, and but for exp_of_term and logistic none trades
// accuracy for time.
// Accuracy is that of the platform's libm or of CUDA's single precision functions (1 to 4 ulp).
#ifndef PALLASBENCH_CORE_MATH_HPP
#define PALLASBENCH_CORE_MATH_HPP

#include <pallasbench/core/macros.hpp>

namespace pb::math {

PB_FN float abs(float x) { return ::fabsf(x); }
PB_FN double abs(double x) { return ::fabs(x); }
PB_FN float exp(float x) { return ::expf(x); }
PB_FN double exp(double x) { return ::exp(x); }
PB_FN float expm1(float x) { return ::expm1f(x); }
PB_FN double expm1(double x) { return ::expm1(x); }
PB_FN float log(float x) { return ::logf(x); }
PB_FN double log(double x) { return ::log(x); }
PB_FN float log1p(float x) { return ::log1pf(x); }
PB_FN double log1p(double x) { return ::log1p(x); }
PB_FN float sqrt(float x) { return ::sqrtf(x); }
PB_FN double sqrt(double x) { return ::sqrt(x); }
PB_FN float tanh(float x) { return ::tanhf(x); }
PB_FN double tanh(double x) { return ::tanh(x); }
PB_FN float erf(float x) { return ::erff(x); }
PB_FN double erf(double x) { return ::erf(x); }
PB_FN float erfc(float x) { return ::erfcf(x); }
PB_FN double erfc(double x) { return ::erfc(x); }

/// exp(x): the error is relative, 2^-23 (1 + |x|), and what is below the smallest normal number may be 0.
/// A third of expf's instructions, for terms of a sum.
PB_FN float exp_of_term(float x) {
#if PB_DEVICE_ARCH
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x * 1.4426950408889634f));
  return y;
#else
  return exp(x);
#endif
}
PB_FN double exp_of_term(double x) { return exp(x); }

/// 1 / (1 + exp(-x)): the error is relative, 2^-22 (1 + |x|) where x < 0 and 2^-22 elsewhere, and what is
/// below the smallest normal number may be 0. In five instructions; a division alone is ten.
PB_FN float logistic(float x) {
  float const below = 1.0f + exp_of_term(-x);
#if PB_DEVICE_ARCH
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(below));
  return y;
#else
  return 1.0f / below;
#endif
}
PB_FN double logistic(double x) { return 1 / (1 + exp(-x)); }

/// The larger; NaN where one of them is. In one instruction from sm_80 on.
PB_FN float max_or_nan(float a, float b) {
#if PB_DEVICE_ARCH >= 800
  float y;
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(y) : "f"(a), "f"(b));
  return y;
#else
  return a > b || a != a ? a : b;
#endif
}
template <class T>
PB_FN T max_or_nan(T a, T b) { return a > b || a != a ? a : b; }

}  // namespace pb::math

#endif  // PALLASBENCH_CORE_MATH_HPP
