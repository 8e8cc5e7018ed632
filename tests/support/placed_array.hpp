// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Arrays of a test in an executor's memory: at a chosen misalignment, between guard zones.
#ifndef PALLASBENCH_TESTS_SUPPORT_PLACED_ARRAY_HPP
#define PALLASBENCH_TESTS_SUPPORT_PLACED_ARRAY_HPP

#include <pallasbench/core/element.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

namespace pb::test {

// What lies around inputs: NaN, or -1.
inline constexpr u8 poison = 0xFF;
// What lies around an output differs from its poison, so that poison written there shows.
inline constexpr u8 around_output = 0xA5;

/// `elements`, so many elements behind a boundary of 256 bytes. Memory has a constructor from a
/// size, data(), write(bytes) and read(bytes), and starts on such a boundary.
template <class Memory, class T>
class placed_array {
public:
  placed_array(std::vector<T> const& elements, i64 shift, u8 around)
      : begin_(guard_bytes + static_cast<std::size_t>(shift) * sizeof(T)),
        image_(begin_ + elements.size() * sizeof(T) + guard_bytes, around), memory_(image_.size()) {
    if (!elements.empty())
      std::memcpy(image_.data() + begin_, elements.data(), elements.size() * sizeof(T));
    memory_.write(image_);
  }

  T* data() const { return reinterpret_cast<T*>(static_cast<u8*>(memory_.data()) + begin_); }

  /// The elements as they are now; fails where a byte around them has changed.
  std::vector<T> read() const {
    std::vector<u8> now(image_.size());
    memory_.read(now);
    auto const first = now.begin() + static_cast<std::ptrdiff_t>(begin_);
    auto const last = now.end() - static_cast<std::ptrdiff_t>(guard_bytes);
    CHECK_MESSAGE(std::equal(now.begin(), first, image_.begin()), "written before the array");
    CHECK_MESSAGE(std::equal(last, now.end(), image_.end() - guard_bytes),
                  "written behind the array");
    std::vector<T> elements(static_cast<std::size_t>(last - first) / sizeof(T));
    if (!elements.empty()) std::memcpy(elements.data(), &*first, elements.size() * sizeof(T));
    return elements;
  }

  bool is_unchanged() const {
    std::vector<u8> now(image_.size());
    memory_.read(now);
    return now == image_;
  }

private:
  static constexpr std::ptrdiff_t guard_bytes = 4096;

  std::size_t begin_;
  std::vector<u8> image_;  // what was written, guard zones included
  Memory memory_;
};

/// An element that nothing has written: a NaN or an integer with bits that no kernel writes. All bits
/// set would not do: that is the NaN which the GPU makes of an f64 NaN.
template <class T>
T poisoned_element() {
  u8 bytes[sizeof(T)];
  std::fill_n(bytes, sizeof(T), u8{0xD5});
  bytes[sizeof(T) - 1] = 0xFF;  // sign and exponent
  T element;
  std::memcpy(&element, bytes, sizeof element);
  return element;
}

/// `count` elements that nothing has written.
template <class T>
std::vector<T> poisoned(i64 count) {
  return std::vector<T>(static_cast<std::size_t>(count), poisoned_element<T>());
}

template <class T>
bool is_poisoned(T element) {
  T const untouched = poisoned_element<T>();
  return std::memcmp(&element, &untouched, sizeof element) == 0;
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_SUPPORT_PLACED_ARRAY_HPP
