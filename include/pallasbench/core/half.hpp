// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The 16-bit floating-point element types. They are storage: arithmetic is done in f32, a load
// widens exactly, a store rounds once, to nearest, ties to even. Bit for bit the same on host and
// device.
#ifndef PALLASBENCH_CORE_HALF_HPP
#define PALLASBENCH_CORE_HALF_HPP

#include <pallasbench/core/element.hpp>

namespace pb {

namespace detail {

PB_FN constexpr u32 bits_of(float x) { return __builtin_bit_cast(u32, x); }
PB_FN constexpr float float_of(u32 bits) { return __builtin_bit_cast(float, bits); }

/// value / 2^shift, rounded to nearest, ties to even; shift from 1 to 31.
PB_FN constexpr u32 shift_right_rounded(u32 value, int shift) {
  u32 const half = 1u << (shift - 1);
  u32 const rest = value & ((half << 1) - 1);
  u32 const quotient = value >> shift;
  return quotient + (rest > half || (rest == half && (quotient & 1)));
}

/// IEEE binary16: 1 sign, 5 exponent, 10 mantissa bits.
PB_FN constexpr unsigned short f16_bits_of(float x) {
  u32 const bits = bits_of(x);
  u32 const sign = bits >> 16 & 0x8000;
  u32 const magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return static_cast<unsigned short>(sign | 0x7e00);   // NaN
  if (magnitude >= 0x477ff000) return static_cast<unsigned short>(sign | 0x7c00);  // 65520 and up
  if (magnitude >= 0x38800000) {  // 2^-14 and up: normal; rebias the exponent by 15 - 127
    return static_cast<unsigned short>(sign | shift_right_rounded(magnitude - 0x38000000, 13));
  }
  if (magnitude < 0x33000000) return static_cast<unsigned short>(sign);  // below 2^-25: zero
  int const shift = 126 - static_cast<int>(magnitude >> 23);             // subnormal
  u32 const mantissa = (magnitude & 0x7fffff) | 0x800000;
  return static_cast<unsigned short>(sign | shift_right_rounded(mantissa, shift));
}

PB_FN constexpr float float_of_f16(unsigned short half) {
  u32 const sign = static_cast<u32>(half & 0x8000) << 16;
  u32 const exponent = half >> 10 & 0x1f;
  u32 const mantissa = half & 0x3ff;
  if (exponent == 31) return float_of(sign | 0x7f800000 | mantissa << 13);
  if (exponent != 0) return float_of(sign | (exponent + 112) << 23 | mantissa << 13);
  float const magnitude = static_cast<float>(mantissa) * 0x1p-24f;  // exact, subnormal or zero
  return sign != 0 ? -magnitude : magnitude;
}

/// bfloat16: the upper half of an f32.
PB_FN constexpr unsigned short bf16_bits_of(float x) {
  u32 const bits = bits_of(x);
  if ((bits & 0x7fffffff) > 0x7f800000) return static_cast<unsigned short>(bits >> 16 | 0x40);
  return static_cast<unsigned short>(shift_right_rounded(bits, 16));
}

// The device has an instruction for each conversion; this is the one #if on the compiler outside
// macros.hpp, for the instructions would say nothing there. (A NaN's payload may differ.)
#if defined(__CUDA_ARCH__)
PB_FN unsigned short to_f16(float x) {
  unsigned short half;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(x));
  return half;
}
PB_FN float from_f16(unsigned short half) {
  float x;
  asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(half));
  return x;
}
PB_FN unsigned short to_bf16(float x) {
  unsigned short half;
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(half) : "f"(x));
  return half;
}
#else
PB_FN unsigned short to_f16(float x) { return f16_bits_of(x); }
PB_FN float from_f16(unsigned short half) { return float_of_f16(half); }
PB_FN unsigned short to_bf16(float x) { return bf16_bits_of(x); }
#endif

}  // namespace detail

/// IEEE binary16. Converts to and from every arithmetic type, explicitly, by way of f32.
struct f16 {
  unsigned short bits;

  f16() = default;
  template <class U>
  PB_FN explicit f16(U x) : bits(detail::to_f16(static_cast<float>(x))) {}
  template <class U>
  PB_FN explicit operator U() const {
    return static_cast<U>(detail::from_f16(bits));
  }
};

/// bfloat16. Converts to and from every arithmetic type, explicitly, by way of f32.
struct bf16 {
  unsigned short bits;

  bf16() = default;
  template <class U>
  PB_FN explicit bf16(U x) : bits(detail::to_bf16(static_cast<float>(x))) {}
  template <class U>
  PB_FN explicit operator U() const {
    return static_cast<U>(detail::float_of(static_cast<u32>(bits) << 16));
  }
};

template <> struct element_of_type<f16> { static constexpr auto value = element_type::f16; };
template <> struct element_of_type<bf16> { static constexpr auto value = element_type::bf16; };

}  // namespace pb

#endif  // PALLASBENCH_CORE_HALF_HPP
