// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What the tests of tile/ share: a row of given elements as a register tile of one thread, or as a
// lazy row that one thread walks.
#ifndef PALLASBENCH_TESTS_TILE_ONE_ROW_HPP
#define PALLASBENCH_TESTS_TILE_ONE_ROW_HPP

#include <pallasbench/tile/lazy.hpp>
#include <pallasbench/tile/registers.hpp>

#include <vector>

namespace pb::tests {

/// The scope of a row that one thread holds; the elements of its tile past `size` are padding.
struct one_thread {
  using reading = registers;
  i64 size;

  bool valid(int i) const { return i < size; }
  i64 columns() const { return size; }
  template <class F, class A>
  A combine(F, A partial) const {
    return partial;
  }
};

/// Rows of up to eight elements in registers, padded with NaN.
template <class T>
struct register_reading {
  using element = T;

  static tile<T, 8, one_thread> row(std::vector<T> const& values) {
    tile<T, 8, one_thread> result{{}, {static_cast<i64>(values.size())}};
    for (std::size_t i = 0; i < 8; ++i)
      result.data[i] = i < values.size() ? values[i] : static_cast<T>(PB_NAN);
    return result;
  }
};

template <class T>
struct stored_row {
  T const* data;
  T operator()(i64 column) const { return data[column]; }
};

/// Lazy rows; the values must outlive them.
template <class T>
struct lazy_reading {
  using element = T;

  static lazy<stored_row<T>, serial_row> row(std::vector<T> const& values) {
    return {{values.data()}, {static_cast<i64>(values.size())}};
  }
};

using registers_f32 = register_reading<float>;
using registers_f64 = register_reading<double>;
using lazy_f32 = lazy_reading<float>;
using lazy_f64 = lazy_reading<double>;

}  // namespace pb::tests

#endif  // PALLASBENCH_TESTS_TILE_ONE_ROW_HPP
