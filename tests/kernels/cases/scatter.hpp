// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of scatter_add. Include an executor's header first.
// E0xx in a name: the numbers of a catalogue of inputs that have broken kernels of this kind.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_SCATTER_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_SCATTER_HPP

#include <pallasbench/kernels/level1/scatter_add.hpp>
#include <pallasbench/ops/relu.hpp>

#include <limits>
#include <utility>

#include "support/literals.hpp"
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
  // V, N: the updates and x are added in blocks of 2048, or 8192 of both by one block
  for (extents const& d : {extents{997, 5003}, {1, 1}, {1, 0}, {0, 1}, {0, 0}, {2047, 1}, {2048, 1},
                           {1, 2047}, {1, 2048}, {5, 20000}, {40000, 3}, {4096, 4096}, {4097, 4096},
                           {8192, 0}, {8193, 0}, {1, 8192}}) {
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

template <class Tiling, class T>
void check_duplicates() {
  std::vector<T> const zeros(4, T(0));
  check_scatter<Tiling, T>(zeros, {1, 1, 1, 3, 3, 0}, as<T>({1, 2, 3, 4, 5, 6}), {6, 6, 0, 9});
  check_scatter<Tiling, T>(zeros, std::vector<i32>(1024, 2), std::vector<T>(1024, T(1)),
                           {0, 0, 1024, 0});
}

TEST_CASE_TEMPLATE("E051 scatter_add: duplicate indices", Tiling, clamped, whole_array) {
  check_duplicates<Tiling, float>();
  check_duplicates<Tiling, f16>();
  check_duplicates<Tiling, bf16>();
  check_scatter<Tiling, float>({5, 7}, std::vector<i32>(30000, 1), std::vector<float>(30000, 1),
                               {5, 30007});
}

TEST_CASE("E052 scatter_add: one element stops at 2^24 ones") {
  // Sums are f32, where 2^24 + 1 is 2^24 again; in any order of the additions.
  std::vector<i32> index(20000000, 0);
  std::fill(index.end() - 4, index.end(), 1);
  auto const y = run_at<executor<clamped>>(
      placement::aligned, kernels::scatter_add::body{}, {2, 20000000}, std::vector<float>{0, 0},
      index, std::vector<float>(index.size(), 1.0f));
  check_elements(y, {16777216, 4}, exact);
}

TEST_CASE_TEMPLATE("scatter_add: NaN and infinities stay where they are", Tiling, clamped,
                   whole_array) {
  check_scatter<Tiling, float>({1, infinity, nan, 4}, {0, 1, 3}, {nan, -infinity, infinity},
                               {nan, nan, nan, infinity});
}

/// One element, 0 at first, that takes all updates.
template <class Tiling, class T>
void check_one_sum(std::vector<T> const& u, double sum) {
  check_scatter<Tiling, T>({T(0)}, std::vector<i32>(u.size(), 0), u, {sum});
}

TEST_CASE_TEMPLATE("E053 scatter_add: 16-bit sums are rounded once", Tiling, clamped, whole_array) {
  // One by one, 256 + 1 rounds to 256 in bf16; 2048 + 1 to 2048 and 1000 + 0.25 to 1000 in f16.
  check_one_sum<Tiling>(std::vector<bf16>(300, bf16(1)), 300);
  check_one_sum<Tiling>(std::vector<f16>(3000, f16(1)), 3000);
  std::vector<f16> u(401, f16(0.25));
  u[0] = f16(1000);
  check_one_sum<Tiling>(u, 1100);
  check_scatter<Tiling, f16>({f16(1000), f16(3)}, std::vector<i32>(400, 0),
                             std::vector<f16>(400, f16(0.25)), {1100, 3});
}

/// Sums of whole numbers, which 16-bit types hold, over blocks of updates, of x and of both.
template <class Tiling, class T>
void check_whole_numbers(i64 size, i64 updates) {
  CAPTURE(size);
  CAPTURE(updates);
  std::vector<double> x, u, y;
  for (i64 i = 0; i < size; ++i) x.push_back(double(i % 7));
  y = x;
  std::vector<i32> index;
  for (i64 n = 0; n < updates; ++n) {
    index.push_back(static_cast<i32>(n * 31 % size));
    u.push_back(double(n % 3));
    y[static_cast<std::size_t>(index.back())] += u.back();
  }
  check_scatter<Tiling, T>(as<T>(x), index, as<T>(u), y);
}

TEST_CASE_TEMPLATE("scatter_add: 16-bit sums are rounded by as many blocks as they fill", Tiling,
                   clamped, whole_array) {
  for (auto const& [size, updates] :
       {std::pair<i64, i64>{997, 5003}, {1, 0}, {1, 100}, {4096, 4096}, {4097, 1}, {40000, 4095},
        {40000, 0}, {3, 300}, {9000, 100001}}) {
    check_whole_numbers<Tiling, f16>(size, updates);
    check_whole_numbers<Tiling, bf16>(size, updates);
  }
}

TEST_CASE_TEMPLATE("scatter: the updates may be mapped on their way in", Tiling, clamped,
                   whole_array) {
  check_values<executor<Tiling>>({-4, 7}, exact, scattering<ops::relu>{}, {2, 4},
                                 std::vector<float>{-5, 1}, std::vector<i32>{0, 0, 1, 1},
                                 std::vector<float>{1, -1, 6, -6});
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_SCATTER_HPP
