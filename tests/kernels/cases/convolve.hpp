// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of conv1d_genomic. Include an executor's header first.
// E0xx in a name: the numbers of a catalogue of inputs that have broken kernels of this kind.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_CONVOLVE_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_CONVOLVE_HPP

#include <pallasbench/core/views.hpp>
#include <pallasbench/kernels/level3/conv1d_genomic.hpp>
#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/relu.hpp>

#include "support/next_kernel.hpp"
#include "support/run_call.hpp"

namespace pb::test {

/// One channel, one filter.
template <class Tiling>
void check_line(std::vector<float> const& x, std::vector<float> const& w,
                std::vector<double> const& y) {
  extents const dims{static_cast<i64>(x.size()), static_cast<i64>(w.size()), 1, 1};
  check_values<executor<Tiling>>(y, exact, ops::conv1d{}, dims, x, w);
}

TEST_CASE_TEMPLATE("conv1d: values by hand", Tiling, clamped, whole_array) {
  check_line<Tiling>({1, 2, 3}, {1, 10, 100}, {210, 321, 32});
  check_line<Tiling>({1, 2, 3}, {1, 10}, {21, 32, 3});  // even: no padding on the left
  check_line<Tiling>({1, 2, 3}, {1, 10, 100, 1000}, {3210, 321, 32});
  check_line<Tiling>({5}, {7}, {35});
  check_line<Tiling>({}, {1, 2}, {});
}

TEST_CASE_TEMPLATE("conv1d: more taps than positions", Tiling, clamped, whole_array) {
  check_line<Tiling>({1, 2}, {1, 10, 100, 1000, 10000}, {2100, 210});
  check_line<Tiling>({3}, {1, 10, 100, 1000, 10000, 100000}, {300});
  check_line<Tiling>({1, 2}, {}, {0, 0});
}

TEST_CASE_TEMPLATE("E086 conv1d_genomic: a filter longer than the padded input", Tiling, clamped,
                   whole_array) {
  // The output has the input's length: the padding is 3 on either side, whatever the input. In the
  // middle lies what less padding would give, 5 of length 5 and 7 of length 7.
  std::vector<float> const w(7, 1.0f);
  check_line<Tiling>({1, 1}, w, {2, 2});
  check_line<Tiling>({1, 1, 1, 1, 1}, w, {4, 5, 5, 5, 4});
  check_line<Tiling>({1, 1, 1, 1, 1, 1, 1}, w, {4, 5, 6, 7, 6, 5, 4});
}

TEST_CASE_TEMPLATE("E086 conv1d_genomic: an output of another length is refused", Tiling, clamped,
                   whole_array) {
  using memory = typename executor<Tiling>::memory;
  placed_array<memory, float> const x(std::vector<float>(5, 1.0f), 0, poison);
  placed_array<memory, float> const w(std::vector<float>(7, 1.0f), 0, poison);
  placed_array<memory, float> const y(poisoned<float>(5), 0, around_output);
  auto const accepts = [&](i64 length) {
    return executor<Tiling>::accepts(ops::conv1d{}, make_view(y.data(), length, 1),
                                     make_view(x.data(), 5, 1), make_view(w.data(), 1, 7, 1));
  };
  CHECK_FALSE(accepts(1));
  CHECK_FALSE(accepts(0));
  CHECK(y.is_unchanged());
  check_next_kernel<Tiling>();
  CHECK(accepts(5));
  CHECK(y.read()[2] == 5);
}

TEST_CASE_TEMPLATE("E087 conv1d_genomic: padding at least as long as the filter", Tiling, clamped,
                   whole_array) {
  // The kernel pads by one on either side; the other four are zeros of the input.
  check_line<Tiling>({0, 0, 0, 0, 1, 2, 3, 0, 0, 0, 0}, {1, 10, 100},
                     {0, 0, 0, 100, 210, 321, 32, 3, 0, 0, 0});
}

TEST_CASE_TEMPLATE("conv1d: a window of NaN reaches as far as the filter", Tiling, clamped,
                   whole_array) {
  check_line<Tiling>({0, 0, nan, 0, 0}, {1, 1, 1}, {0, nan, nan, nan, 0});
}

TEST_CASE_TEMPLATE("conv1d_genomic: extents around a block", Tiling, clamped, whole_array) {
  // L, K, F, channels: 1024 positions, 256 at a time, and up to 8 filters a block
  for (extents const& d :
       {extents{1003, 6, 3}, {0, 5, 1}, {1, 5, 1}, {4, 5, 1}, {255, 5, 1}, {256, 5, 1}, {257, 5, 1},
        {257, 19, 8}, {300, 19, 9}, {100, 3, 64}, {70, 4, 2, 3}, {70, 5, 7, 1}, {3, 129, 2},
        {1023, 5, 1}, {1024, 5, 1}, {1025, 5, 1}, {2048, 1, 1}, {3077, 5, 1}, {3077, 6, 1, 3},
        {3077, 5, 16}, {3077, 4, 11, 1}, {1100, 1030, 1, 1}}) {
    i64 const channels = d.rank > 3 ? d[3] : 4;
    check_reference<executor<Tiling>>(f32_product, kernels::conv1d_genomic::body{}, d,
                                      normal(d[0] * channels, 0),
                                      normal(d[2] * d[1] * channels, 1, 0.2));
  }
}

TEST_CASE_TEMPLATE("conv1d: maps follow", Tiling, clamped, whole_array) {
  auto const body = ops::conv1d{} | ops::bias{} | ops::relu{};
  check_values<executor<Tiling>>({1, 0, 2, 0, 3, 1}, exact, body, {3, 1, 2, 1},
                                 std::vector<float>{1, 2, 3}, std::vector<float>{1, 1},
                                 std::vector<float>{0, -2});
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_CONVOLVE_HPP
