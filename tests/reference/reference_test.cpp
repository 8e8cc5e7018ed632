// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The f64 reference against values derived by hand from each kernel's definition, with 12 digits or
// more. Everything else is measured against this reference.
#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/elementwise_max.hpp>
#include <pallasbench/ops/gather.hpp>
#include <pallasbench/ops/gelu.hpp>
#include <pallasbench/ops/kmer_count.hpp>
#include <pallasbench/ops/layer_norm.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/ops/row_sum.hpp>
#include <pallasbench/ops/softmax.hpp>
#include <pallasbench/ops/vector_add.hpp>

#include "support/host_executor.hpp"

namespace pb::test {
namespace {

constexpr tolerance f64_rounding{1e-13, 1e-13};

template <class Body, class... In>
void check(std::vector<double> const& expected, tolerance tol, Body const& body,
           extents const& dims, std::vector<In> const&... in) {
  check_elements(reference_of<executor<clamped>>(body, dims, in...), expected, tol);
}

using floats = std::vector<float>;
using numbers = std::vector<i32>;

TEST_CASE("reference: maps") {
  floats const x{-2, 0, 3, nan, -infinity, infinity};
  check({0, 0, 3, nan, 0, infinity}, exact, ops::relu{}, {6}, x);
  check({-1, 0.5, 6, nan, -infinity, nan}, exact, ops::vector_add{}, {6}, x,
        floats{1, 0.5, 3, 1, -infinity, nan});
  check({1, 0.5, 3, nan, -infinity, nan}, exact, ops::elementwise_max{}, {6}, x,
        floats{1, 0.5, 3, 1, -infinity, nan});
  check({}, exact, ops::relu{}, {0}, floats{});
}

TEST_CASE("reference: vector_add does not round to f32") {
  check({1.0 + 0x1p-30}, exact, ops::vector_add{}, {1}, floats{1}, floats{0x1p-30f});
}

TEST_CASE("reference: gelu in both forms") {
  floats const x{-3, -2, -1, 0.5, 1, 2, 3};
  check({-0.0036373920817729943, -0.04540230591222494, -0.15880800939172324, 0.34571400982514394,
         0.8411919906082768, 1.954597694087775, 2.996362607918227},
        f64_rounding, ops::gelu{}, {7}, x);
  check({-0.15865525393145707, 0.8413447460685429}, f64_rounding, ops::gelu_erf{}, {2},
        floats{-1, 1});
}

TEST_CASE("reference: a row vector in a map belongs to columns") {
  check({11, 22, 33, 14, 25, 36}, exact, ops::bias{}, {2, 3}, floats{1, 2, 3, 4, 5, 6},
        floats{10, 20, 30});
}

TEST_CASE("reference: softmax") {
  check({0.09003057317038046, 0.24472847105479764, 0.6652409557748218,  //
         0.09003057317038046, 0.24472847105479764, 0.6652409557748218},
        f64_rounding, ops::softmax{}, {2, 3}, floats{1, 2, 3, 1000, 1001, 1002});
  check({0.0063851606821933036, 0.01735666625419722, 0.9476418682218714, 0.028616304841738074},
        f64_rounding, ops::softmax{}, {1, 4}, floats{-1, 0, 4, 0.5});
  check({0, 1, nan, nan, nan, nan}, exact, ops::softmax{}, {3, 2},
        floats{-infinity, 4, -infinity, -infinity, infinity, 1});
}

TEST_CASE("reference: layer_norm") {
  // 1.5 / sqrt(1.25001), 0.5 / sqrt(1.25001)
  check({-1.3416354199689269, -0.447211806656309, 0.447211806656309, 1.3416354199689269},
        f64_rounding, ops::layer_norm{}, {1, 4}, floats{1, 2, 3, 4}, floats(4, 1), floats(4, 0));
  // Mean 3, variance 14/3: -2, -1, 3 over sqrt(14/3 + 1e-5), times 1, 2, 3, plus 0, 0, 1.
  check({-0.9258191078240388, -0.9258191078240388, 5.166185985208174}, f64_rounding,
        ops::layer_norm{}, {1, 3}, floats{1, 2, 6}, floats{1, 2, 3}, floats{0, 0, 1});
  // [9, 0, -1, 0] is added before the relu.
  check({9 - 1.3416354199689269, 0, 0, 1.3416354199689269}, f64_rounding,
        ops::layer_norm{} | ops::bias{} | ops::relu{}, {1, 4}, floats{1, 2, 3, 4}, floats(4, 1),
        floats(4, 0), floats{9, 0, -1, 0});
}

TEST_CASE("reference: row_sum") {
  check({6, 15, 1}, exact, reductions::row_sum{}, {3, 3}, floats{1, 2, 3, 4, 5, 6, 1e8f, 1, -1e8f});
  check({0, 0}, exact, reductions::row_sum{}, {2, 0}, floats{});
}

TEST_CASE("reference: matmul") {
  check({19, 22, 43, 50}, exact, ops::matmul{}, {2, 2, 2}, floats{1, 2, 3, 4}, floats{5, 6, 7, 8});
  check({101, 202, 304, 103, 204, 310, 105, 206, 316}, exact, ops::matmul{} | ops::bias{},
        {3, 2, 3}, floats{1, 2, 3, 4, 5, 6}, floats{1, 0, 2, 0, 1, 1}, floats{100, 200, 300});
  check({0, 0}, exact, ops::matmul{}, {1, 0, 2}, floats{}, floats{});
  // relu([-1, 2]) [3, -5; 4, 1] = [8, 2]
  check({8, 2}, exact, ops::relu{} | ops::matmul{}, {1, 2, 2}, floats{-1, 2}, floats{3, -5, 4, 1});
}

TEST_CASE("reference: matmul beyond one panel of the evaluation") {
  // a[i, k] = i + k, b[k, j] = j for k = 0, 1: c = (2i + 1) j
  floats a, b;
  std::vector<double> c;
  for (int i = 0; i < 17; ++i)
    a.insert(a.end(), {float(i), float(i + 1)});
  for (int j = 0; j < 2 * 129; ++j)
    b.push_back(float(j % 129));
  for (int i = 0; i < 17; ++i)
    for (int j = 0; j < 129; ++j)
      c.push_back((2 * i + 1) * j);
  check(c, exact, ops::matmul{}, {17, 2, 129}, a, b);
}

TEST_CASE("reference: gather") {
  check({30, 31, 10, 11, 10, 11, nan, nan, nan, nan}, exact, ops::gather{}, {3, 2, 5},
        floats{10, 11, 20, 21, 30, 31}, numbers{-1, 0, -3, 3, -4});
  check({nan, 0, 2}, exact, ops::gather{} | ops::relu{}, {2, 1, 3}, floats{-1, 2},
        numbers{2, 0, 1});
}

TEST_CASE("reference: kmer_count") {
  // ACGTNGT: AC is bin 1, CG 6, GT 11; N is no base.
  std::vector<double> counts(16);
  counts[1] = counts[6] = 1;
  counts[11] = 2;
  check(counts, exact, ops::kmer_count{2}, {7}, std::vector<u8>{0, 1, 2, 3, 4, 2, 3});
  check(counts, exact, ops::kmer_count{2}, {7}, std::vector<u8>{0, 1, 2, 3, 255, 2, 3});
  check({0, 0, 0, 0}, exact, ops::kmer_count{1}, {0}, std::vector<u8>{});
}

}  // namespace
}  // namespace pb::test
