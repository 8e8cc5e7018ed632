// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of compositions that are no kernels of the dataset, and of tilings: where blocks are cut
// does not change a bit. Include an executor's header first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_COMPOSITIONS_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_COMPOSITIONS_HPP

#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/gather.hpp>
#include <pallasbench/ops/gelu.hpp>
#include <pallasbench/ops/kmer_count.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/ops/softmax.hpp>
#include <pallasbench/ops/vector_add.hpp>

#include "support/run_call.hpp"

namespace pb::test {

TEST_CASE_TEMPLATE("relu | matmul | bias | gelu", Tiling, clamped, whole_array) {
  auto const body = ops::relu{} | ops::matmul{} | ops::bias{} | ops::gelu{};
  check_reference<executor<Tiling>>(f32_product, body, {130, 37, 131}, normal(130 * 37, 0),
                                    normal(37 * 131, 1, 0.2), normal(131, 2));
  // relu([-1, 2]) [3, -5; 4, 1] + [-6, -4] = [2, -2], then gelu
  std::vector<float> const a{-1, 2}, b{3, -5, 4, 1}, bias{-6, -4};
  check_values<executor<Tiling>>({1.95459769, -0.0454023059}, f32_rounding, body, {1, 2, 2}, a, b,
                                 bias);
}

TEST_CASE_TEMPLATE("bias | matmul: a prologue that makes something of zero", Tiling, clamped,
                   whole_array) {
  check_reference<executor<Tiling>>(f32_product, ops::bias{} | ops::matmul{}, {130, 9, 131},
                                    normal(130 * 9, 0), normal(9, 3), normal(9 * 131, 1, 0.3));
}

TEST_CASE_TEMPLATE("bias | gelu: a row vector in a map", Tiling, clamped, whole_array) {
  for (extents const& e :
       {extents{3, 5}, {1, 2048}, {7, 1000}, {700, 3}, {2049, 1}, {0, 5}, {5, 0}})
    check_reference<executor<Tiling>>(f32_rounding, ops::bias{} | ops::gelu{}, e,
                                      normal(e.count(), 0), normal(e[1], 1));
}

TEST_CASE_TEMPLATE("gather | relu: NaN of a missing row passes", Tiling, clamped, whole_array) {
  auto const body = ops::gather{} | ops::relu{};
  check_reference<executor<Tiling>>(exact, body, {37, 132, 53}, normal(37 * 132, 0),
                                    row_numbers(53, 37));
  std::vector<float> const table{-1, 2};
  std::vector<i32> const index{0, 1, 2, -1};
  check_values<executor<Tiling>>({0, 2, nan, 2}, exact, body, {2, 1, 4}, table, index);
}

TEST_CASE_TEMPLATE("softmax | bias | relu, bias | softmax", Tiling, clamped, whole_array) {
  for (i64 const columns : {5, 1030, 40001}) {
    auto const x = normal(2 * columns, 0);
    auto const b = normal(columns, 1);
    check_reference<executor<Tiling>>(f32_rounding, ops::softmax{} | ops::bias{} | ops::relu{},
                                      {2, columns}, x, b);
    check_reference<executor<Tiling>>({1e-5 / static_cast<double>(columns), 1e-5},
                                      ops::bias{} | ops::softmax{}, {2, columns}, x, b);
  }
}

/// Whether blocks of 65536 elements and one block of all give the same bits.
template <class Body, class... In>
bool tiling_changes_nothing(Body const& body, extents const& dims, std::vector<In> const&... in) {
  auto const in_blocks = run_at<executor<clamped>>(placement::aligned, body, dims, in...);
  auto const at_once = run_at<executor<whole_array>>(placement::shifted, body, dims, in...);
  auto const bytes = in_blocks.size() * sizeof in_blocks[0];
  return in_blocks.size() == at_once.size() && !in_blocks.empty() &&
         std::memcmp(in_blocks.data(), at_once.data(), bytes) == 0;
}

TEST_CASE("the tiling changes no bit of maps, lookups and counts") {
  i64 const n = 20011;
  auto const x = normal(n, 0);
  auto const y = normal(n, 1);
  CHECK(tiling_changes_nothing(ops::relu{}, {n}, x));
  CHECK(tiling_changes_nothing(ops::gelu{}, {n}, x));
  CHECK(tiling_changes_nothing(ops::vector_add{}, {n}, x, y));
  CHECK(tiling_changes_nothing(ops::bias{} | ops::gelu{}, {n, 1}, x, normal(1, 2)));
  CHECK(tiling_changes_nothing(ops::gather{}, {20, 1000, 53}, x, row_numbers(53, 20)));
  CHECK(tiling_changes_nothing(ops::kmer_count{5}, {50021}, bases(50021)));
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_COMPOSITIONS_HPP
