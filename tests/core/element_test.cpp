// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Element types, extents and views: names, sizes, counts.
#include <pallasbench/core/convert.hpp>
#include <pallasbench/core/element.hpp>
#include <pallasbench/core/extents.hpp>
#include <pallasbench/core/views.hpp>

#include <cuda/std/array>

#include <doctest/doctest.h>

#include <string>
#include <type_traits>

namespace {

using namespace pb;

struct row {
  element_type type;
  std::string name;
  int size;
  bool floating;
};

row const rows[] = {
    {element_type::f32, "f32", 4, true},   {element_type::f16, "f16", 2, true},
    {element_type::bf16, "bf16", 2, true}, {element_type::f64, "f64", 8, true},
    {element_type::u8, "u8", 1, false},    {element_type::i32, "i32", 4, false},
    {element_type::i64, "i64", 8, false},  {element_type::boolean, "bool", 1, false}};

TEST_CASE("element: name, size and kind of each type") {
  for (auto const& expected : rows) {
    CAPTURE(expected.name);
    CHECK(name(expected.type) == expected.name);
    CHECK(size_of(expected.type) == expected.size);
    CHECK(is_floating(expected.type) == expected.floating);
  }
}

TEST_CASE_TEMPLATE("element: a C++ type has the size of its element type", T, float, double, u8,
                   i32, i64) {
  CHECK(size_of(element_of<T>) == static_cast<int>(sizeof(T)));
  CHECK(is_floating(element_of<T>) == std::is_floating_point_v<T>);
}

TEST_CASE("element: bytes are computed on as i32, the rest as themselves") {
  static_assert(std::is_same_v<compute_t<u8>, i32>);
  static_assert(std::is_same_v<compute_t<float>, float>);
  static_assert(std::is_same_v<compute_t<double>, double>);
  static_assert(std::is_same_v<compute_t<i32>, i32>);
}

TEST_CASE("extents: rank, sizes and count") {
  static_assert(extents{}.count() == 1 && extents{}.rank == 0);
  static_assert(extents{7}.count() == 7);
  static_assert(extents{2, 3, 4, 5}.count() == 120);
  static_assert(extents{3, 0, 5}.count() == 0);
  CHECK(extents{i64(1) << 20, i64(1) << 20}.count() == i64(1) << 40);
  CHECK(extents{2, 3}[0] == 2);
  CHECK(extents{2, 3}[1] == 3);
}

TEST_CASE("extents: equal where rank and every size are") {
  CHECK(extents{2, 3} == extents{2, 3});
  CHECK_FALSE(extents{2, 3} == extents{3, 2});
  CHECK_FALSE(extents{2, 3} == extents{2, 3, 1});
  CHECK_FALSE(extents{} == extents{1});
}

TEST_CASE("extents: ceil_div by brute force, and at the limits of 64 bits") {
  for (i64 a = 0; a < 70; ++a) {
    for (i64 b = 1; b < 20; ++b) {
      i64 blocks = 0;
      while (blocks * b < a)
        ++blocks;
      CHECK(ceil_div(a, b) == blocks);
    }
  }
  i64 const largest = 0x7fffffffffffffff;
  CHECK(ceil_div(largest, largest) == 1);
  CHECK(ceil_div(largest, 2) == (i64(1) << 62));
  CHECK(min_of(2, 3) == 2);
  CHECK(max_of(2, 3) == 3);
}

TEST_CASE("views: row-major, with the sizes given") {
  float data[6] = {0, 1, 2, 3, 4, 5};
  auto const v = make_view(data, 2, 3);
  CHECK(extents_of(v) == extents{2, 3});
  CHECK(&v[::cuda::std::array<i64, 2>{1, 0}] == data + 3);
  CHECK(&v[::cuda::std::array<i64, 2>{0, 1}] == data + 1);
}

}  // namespace
