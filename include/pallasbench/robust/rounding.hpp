// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Rounding of doubles to the element types, as a store would do it, and the size of a unit in the
// last place. Results stay doubles: every f32, f16 and bf16 is one. Bit patterns are not made here.
#ifndef PALLASBENCH_ROBUST_ROUNDING_HPP
#define PALLASBENCH_ROBUST_ROUNDING_HPP

#include <pallasbench/core/element.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace pb::robust {

/// A binary floating-point format: significand digits (the leading one included), exponent of the
/// smallest normal number, largest finite number.
struct float_format {
  int digits;
  int min_exponent;
  double largest;
};

inline constexpr float_format f32_format{24, -126, 0x1.fffffep127};
inline constexpr float_format f16_format{11, -14, 0x1.ffcp15};
inline constexpr float_format bf16_format{8, -126, 0x1.fep127};
inline constexpr float_format tf32_format{11, -126, 0x1.ffcp127};

/// 2^exponent, for exponents of normal doubles.
inline double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<u64>(exponent + 1023) << 52);
}

/// The spacing of the format's numbers around a finite value; that of the subnormals near zero.
inline double spacing(double value, float_format const& format) {
  int const exponent = static_cast<int>(std::bit_cast<u64>(value) >> 52 & 0x7ff) - 1023;
  return power_of_two(std::max(exponent, format.min_exponent) - format.digits + 1);
}

/// To nearest, ties to even; subnormals kept; beyond the largest number infinity; NaN stays NaN and
/// zero keeps its sign.
inline double round_to_format(double value, float_format const& format) {
  if (value == 0 || !std::isfinite(value)) return value;
  double const unit = spacing(value, format);
  double const rounded = std::nearbyint(value / unit) * unit;
  if (std::abs(rounded) <= format.largest) return rounded;
  return std::copysign(std::numeric_limits<double>::infinity(), value);
}

/// `value` as an array of this element type would hold it. f64 is exact; an integer is the nearest.
inline double round_to(element_type type, double value) {
  switch (type) {
  case element_type::f16: return round_to_format(value, f16_format);
  case element_type::bf16: return round_to_format(value, bf16_format);
  case element_type::f64: return value;
  case element_type::f32:
    if (std::abs(value) <= f32_format.largest)
      return static_cast<double>(static_cast<float>(value));
    return round_to_format(value, f32_format);
  default: return std::nearbyint(value);
  }
}

/// To the 10-bit fraction of the tensor cores' tf32.
inline double round_to_tf32(double value) { return round_to_format(value, tf32_format); }

/// One unit in the last place of `type` around `value`; 1 for integers.
inline double unit_in_last_place(element_type type, double value) {
  switch (type) {
  case element_type::f32: return spacing(value, f32_format);
  case element_type::f16: return spacing(value, f16_format);
  case element_type::bf16: return spacing(value, bf16_format);
  case element_type::f64: {
    double const size = std::abs(value);
    return std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
  }
  default: return 1;
  }
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_ROUNDING_HPP
