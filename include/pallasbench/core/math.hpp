// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The mathematical functions of a body, overloaded on float and double, by the same name on host and
// device. float stays float: none of these widens, none uses an approximate instruction.
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

}  // namespace pb::math

#endif  // PALLASBENCH_CORE_MATH_HPP
