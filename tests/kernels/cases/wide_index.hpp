// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of i64 indices and labels, through the public calls on views. Numbers beyond 32 bits name
// nothing, whatever their low bits. Include an executor's header first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_WIDE_INDEX_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_WIDE_INDEX_HPP

#include <pallasbench/core/views.hpp>
#include <pallasbench/kernels/level1/cross_entropy.hpp>
#include <pallasbench/kernels/level1/gather.hpp>
#include <pallasbench/kernels/level1/one_hot.hpp>
#include <pallasbench/kernels/level1/scatter_add.hpp>
#include <pallasbench/kernels/level2/fused_softmax_cross_entropy.hpp>

#include <cmath>
#include <limits>

#include "support/run_call.hpp"

namespace pb::test {

inline constexpr i64 beyond = i64(1) << 32;

/// out = body(in...) through views; the arrays with NaN around the inputs.
template <class Executor, class Body, class T, class OutView, class... InView>
void check_view_call(std::vector<double> const& expected, Body const& body,
                     placed_array<typename Executor::memory, T> const& out, OutView const& out_view,
                     InView const&... in) {
  CHECK(Executor::accepts(body, out_view, in...));
  check_elements(out.read(), expected, f32_rounding);
}

template <class Tiling, class T>
using placed = placed_array<typename executor<Tiling>::memory, T>;

TEST_CASE_TEMPLATE("i64 indices: gather, scatter_add and one_hot", Tiling, clamped, whole_array) {
  i64 const least = std::numeric_limits<i64>::min();
  std::vector<i64> const numbers{2, -1, beyond, beyond + 1, -beyond - 1, least, -3, 3, 0};
  placed<Tiling, i64> const index(numbers, 1, poison);
  auto const rows = static_cast<i64>(numbers.size());
  auto const index_view = make_view<i64 const>(index.data(), rows);

  placed<Tiling, float> const table({10, 20, 30}, 0, poison);
  placed<Tiling, float> const looked_up(poisoned<float>(rows), 0, around_output);
  check_view_call<executor<Tiling>>({30, 30, nan, nan, nan, nan, 10, nan, 10},
                                    kernels::gather::body{}, looked_up,
                                    make_view(looked_up.data(), rows, 1),
                                    make_view<float const>(table.data(), 3, 1), index_view);

  placed<Tiling, float> const updates(std::vector<float>{1, 2, 4, 8, 16, 32, 64, 128, 256}, 0,
                                      poison);
  placed<Tiling, float> const sums(poisoned<float>(3), 0, around_output);
  check_view_call<executor<Tiling>>({10 + 64 + 256, 20, 30 + 1 + 2}, kernels::scatter_add::body{},
                                    sums, make_view(sums.data(), 3),
                                    make_view<float const>(table.data(), 3), index_view,
                                    make_view<float const>(updates.data(), rows));

  std::vector<double> hot(static_cast<std::size_t>(rows * 3));
  hot[2] = 1;       // of row 0, number 2
  hot[8 * 3] = 1;   // of row 8, number 0
  placed<Tiling, float> const ones(poisoned<float>(rows * 3), 0, around_output);
  check_view_call<executor<Tiling>>(hot, kernels::one_hot::body{}, ones,
                                    make_view(ones.data(), rows, 3), index_view);
}

TEST_CASE_TEMPLATE("i64 labels: losses", Tiling, clamped, whole_array) {
  placed<Tiling, float> const logits(std::vector<float>(12, 0.5f), 0, poison);
  placed<Tiling, i64> const labels(std::vector<i64>{2, beyond, -100, beyond - 100}, 1, poison);
  placed<Tiling, float> const losses(poisoned<float>(4), 0, around_output);
  double const loss = std::log(3.0);
  auto const logits_view = make_view<float const>(logits.data(), 4, 3);
  check_view_call<executor<Tiling>>({loss, nan, 0, nan}, kernels::fused_softmax_cross_entropy::body{},
                                    losses, make_view(losses.data(), 4), logits_view,
                                    make_view<i64 const>(labels.data(), 4));

  placed<Tiling, i64> const known(std::vector<i64>{2, 0, -100, 1}, 0, poison);
  placed<Tiling, float> const mean(poisoned<float>(1), 0, around_output);
  check_view_call<executor<Tiling>>({loss}, kernels::cross_entropy::body{}, mean,
                                    make_view(mean.data()), logits_view,
                                    make_view<i64 const>(known.data(), 4));
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_WIDE_INDEX_HPP
