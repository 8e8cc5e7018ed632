// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of scatter_add. Include an executor's header first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_SCATTER_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_SCATTER_HPP

#include <pallasbench/kernels/level1/scatter_add.hpp>
#include <pallasbench/ops/relu.hpp>

#include <limits>

#include "support/run_call.hpp"

namespace pb::test {

template <class Tiling, class T>
void check_scatter(std::vector<T> const& x, std::vector<i32> const& index, std::vector<T> const& u,
                   std::vector<double> const& y) {
  check_values<executor<Tiling>>(y, exact, kernels::scatter_add::body{},
                                 {static_cast<i64>(x.size()), static_cast<i64>(u.size())}, x,
                                 index, u);
}

TEST_CASE_TEMPLATE("scatter_add: extents around a block", Tiling, clamped, whole_array) {
  // V, N: x and the updates are added in blocks of 2048
  for (extents const& d : {extents{997, 5003}, {1, 1}, {1, 0}, {0, 1}, {0, 0}, {2047, 1}, {2048, 1},
                           {1, 2047}, {1, 2048}, {5, 20000}, {40000, 3}}) {
    check_reference<executor<Tiling>>(f32_product, kernels::scatter_add::body{}, d, normal(d[0], 0),
                                      row_numbers(d[1], static_cast<i32>(d[0])), normal(d[1], 1));
  }
}

TEST_CASE_TEMPLATE("scatter_add: values by hand", Tiling, clamped, whole_array) {
  check_scatter<Tiling, float>({10, 20, 30}, {1, 1, 0}, {1, 2, 4}, {14, 23, 30});
  check_scatter<Tiling, float>({10, 20, 30}, {-1, -3, -2}, {1, 2, 4}, {12, 24, 31});
  check_scatter<Tiling, float>({10, 20, 30}, {}, {}, {10, 20, 30});
}

TEST_CASE_TEMPLATE("scatter_add: an update out of range is dropped", Tiling, clamped, whole_array) {
  i32 const least = std::numeric_limits<i32>::min();
  i32 const greatest = std::numeric_limits<i32>::max();
  check_scatter<Tiling, float>({10, 20, 30}, {3, -4, least, greatest, 2, 2000000000},
                               {1, nan, 4, infinity, 16, 32}, {10, 20, 46});
}

TEST_CASE_TEMPLATE("scatter_add: duplicates accumulate", Tiling, clamped, whole_array) {
  std::vector<i32> const all_one(30000, 1);
  check_scatter<Tiling, float>({5, 7}, all_one, std::vector<float>(30000, 1), {5, 30007});
}

TEST_CASE_TEMPLATE("scatter_add: NaN and infinities stay where they are", Tiling, clamped,
                   whole_array) {
  check_scatter<Tiling, float>({1, infinity, nan, 4}, {0, 1, 3}, {nan, -infinity, infinity},
                               {nan, nan, nan, infinity});
}

TEST_CASE_TEMPLATE("scatter_add: 16-bit sums are rounded once", Tiling, clamped, whole_array) {
  // One by one, 256 + 1 rounds to 256 in bf16, and 1000 + 0.25 to 1000 in f16.
  check_scatter<Tiling, bf16>({bf16(0)}, std::vector<i32>(300, 0), std::vector<bf16>(300, bf16(1)),
                              {300});
  check_scatter<Tiling, f16>({f16(1000), f16(3)}, std::vector<i32>(400, 0),
                             std::vector<f16>(400, f16(0.25)), {1100, 3});
}

TEST_CASE_TEMPLATE("scatter: the updates may be mapped on their way in", Tiling, clamped,
                   whole_array) {
  check_values<executor<Tiling>>({-4, 7}, exact, scattering<ops::relu>{}, {2, 4},
                                 std::vector<float>{-5, 1}, std::vector<i32>{0, 0, 1, 1},
                                 std::vector<float>{1, -1, 6, -6});
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_SCATTER_HPP
