// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The mathematical functions of a body, overloaded on float and double, by the same name on host and
// device. float stays float: none of these widens, and but for exp_of_term, expm1_of_negative,
// log1p_of_fraction, logistic and divide none trades accuracy for time.
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

/// exp(x) - 1 of x <= 0, within 4 ulp; undefined of x > 0. From -1/2 on x (1 + x P(x)), P of degree 4 with
/// the least relative error (Remez's algorithm; 1.5e-9); below, nothing cancels.
PB_FN float expm1_of_negative(float x) {
#if PB_DEVICE_ARCH
  float p = 0.0011259227f;
  p = ::fmaf(p, x, 0.008193295f);
  p = ::fmaf(p, x, 0.04163205f);
  p = ::fmaf(p, x, 0.16666289f);
  p = ::fmaf(p, x, 0.49999985f);
  float const near = x * ::fmaf(p, x, 1.0f);
  return x > -0.5f ? near : exp_of_term(x) - 1.0f;
#else
  return expm1(x);
#endif
}
PB_FN double expm1_of_negative(double x) { return expm1(x); }

/// log(1 + x) of 0 <= x <= 1, within 2 ulp; NaN of NaN, undefined elsewhere. x (1 + x P(x)), P of degree 7
/// with the least relative error (Remez's algorithm; 3.3e-8): half of log1pf's instructions.
PB_FN float log1p_of_fraction(float x) {
#if PB_DEVICE_ARCH
  float p = 0.0053648292f;
  p = ::fmaf(p, x, -0.030065811f);
  p = ::fmaf(p, x, 0.079204565f);
  p = ::fmaf(p, x, -0.13753805f);
  p = ::fmaf(p, x, 0.19153656f);
  p = ::fmaf(p, x, -0.2485716f);
  p = ::fmaf(p, x, 0.33321323f);
  p = ::fmaf(p, x, -0.49999648f);
  return ::fmaf(p * x, x, x);
#else
  return log1p(x);
#endif
}
PB_FN double log1p_of_fraction(double x) { return log1p(x); }

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

/// a / b; of floats within 2 ulp, over the whole range. To round it correctly takes a call into a branch
/// that spills what a thread holds: of f16, mish took 80 registers with it and 47 without.
PB_FN float divide(float a, float b) {
#if PB_DEVICE_ARCH
  float y;
  asm("div.full.f32 %0, %1, %2;" : "=f"(y) : "f"(a), "f"(b));
  return y;
#else
  return a / b;
#endif
}
template <class T>
PB_FN T divide(T a, T b) { return a / b; }

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
