// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Element types: the enumeration that plans, records and traces speak of, and the map from a C++
// type to it. Arithmetic on elements is in math.hpp.
#ifndef PALLASBENCH_CORE_ELEMENT_HPP
#define PALLASBENCH_CORE_ELEMENT_HPP

#include <pallasbench/core/macros.hpp>

namespace pb {

/// The element types of arrays. `boolean` appears in traces only.
enum class element_type { f32, f16, bf16, f64, u8, i32, i64, boolean };

// Sizes and offsets are 64-bit everywhere. NVRTC has no <cstdint>, so the fixed widths are spelled
// out once here; the assertions hold on every platform CUDA supports.
using u8 = unsigned char;
using i32 = int;
using u32 = unsigned int;
using i64 = long long;
using u64 = unsigned long long;
static_assert(sizeof(u8) == 1 && sizeof(i32) == 4 && sizeof(i64) == 8);

/// The name used in records and on the command line: "f32", "f16", ...
PB_FN constexpr char const* name(element_type type) {
  switch (type) {
    case element_type::f32: return "f32";
    case element_type::f16: return "f16";
    case element_type::bf16: return "bf16";
    case element_type::f64: return "f64";
    case element_type::u8: return "u8";
    case element_type::i32: return "i32";
    case element_type::i64: return "i64";
    case element_type::boolean: return "bool";
  }
  return "?";
}

/// Bytes per element.
PB_FN constexpr int size_of(element_type type) {
  switch (type) {
    case element_type::f32:
    case element_type::i32: return 4;
    case element_type::f16:
    case element_type::bf16: return 2;
    case element_type::f64:
    case element_type::i64: return 8;
    case element_type::u8:
    case element_type::boolean: return 1;
  }
  return 0;
}

PB_FN constexpr bool is_floating(element_type type) {
  return type == element_type::f32 || type == element_type::f16 || type == element_type::bf16 ||
         type == element_type::f64;
}

/// element_of<T>: the enumerator of a C++ element type. An array of any other type is refused here.
template <class T>
struct element_of_type {
  static_assert(sizeof(T) == 0,
                "pb::element_of: this type is no array element; use float, f16, bf16, double, "
                "unsigned char, int or long long");
};
template <> struct element_of_type<float> { static constexpr auto value = element_type::f32; };
template <> struct element_of_type<double> { static constexpr auto value = element_type::f64; };
template <> struct element_of_type<u8> { static constexpr auto value = element_type::u8; };
template <> struct element_of_type<i32> { static constexpr auto value = element_type::i32; };
template <> struct element_of_type<i64> { static constexpr auto value = element_type::i64; };
template <> struct element_of_type<bool> { static constexpr auto value = element_type::boolean; };

template <class T>
inline constexpr element_type element_of = element_of_type<T>::value;

/// What stands for an element that does not exist: NaN, or 0 for integers.
template <class T>
PB_FN constexpr T missing_element() {
  if constexpr (is_floating(element_of<T>)) return static_cast<T>(PB_NAN);
  else return T(0);
}

}  // namespace pb

#endif  // PALLASBENCH_CORE_ELEMENT_HPP
