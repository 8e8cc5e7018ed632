// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Plans at the ends: arrays of 2^40 elements and more, which nothing here allocates, and arrays
// without elements; and the rows tiling of every length.
#include <pallasbench/ops/gather.hpp>
#include <pallasbench/ops/kmer_count.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/ops/row_sum.hpp>
#include <pallasbench/ops/softmax.hpp>
#include <pallasbench/patterns/contract/contract.hpp>
#include <pallasbench/patterns/index/index.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/patterns/sequence/sequence.hpp>

#include <doctest/doctest.h>

#include <initializer_list>

namespace {

using namespace pb;

constexpr i64 huge = i64(1) << 40;
constexpr i64 cuda_limit = 2147483647;

template <class Call>
plan plan_of(extents const& dims) {
  return Call::make({}, dims).template plan_for<tiling::clamped<65536>>();
}

/// `elements` in that many blocks; launched within CUDA's limit and not idle.
void check_huge(plan const& p, i64 elements, i64 blocks) {
  CHECK(p.num_blocks() == blocks);
  CHECK(p.launched_blocks > 0);
  CHECK(p.launched_blocks <= cuda_limit);
  CHECK(p.block_shape.count() <= 65536);
  CHECK(p.grid_efficiency > 0);
  CHECK(p.grid_efficiency <= 1);
  CHECK(p.block_utilization > 0);
  CHECK(p.block_utilization <= 1);
  CHECK(p.grid_efficiency * static_cast<double>(blocks) *
            static_cast<double>(p.block_shape.count()) ==
        doctest::Approx(static_cast<double>(elements)));
}

using map = map_call<ops::relu, float>;
using rows = rows_call<ops::softmax, float>;
using sums = rows_call<reductions::row_sum, float>;
using product = contract_call<ops::matmul, float>;
using lookup = call_of<ops::gather, float>;
using windows = sequence_call<ops::kmer_count>;

TEST_CASE("plan: 2^40 elements and more") {
  check_huge(plan_of<map>({huge}), huge, huge / 2048);
  check_huge(plan_of<map>({huge + 1}), huge + 1, huge / 2048 + 1);
  check_huge(plan_of<map>({huge, 1024}), huge * 1024, huge / 2);
  check_huge(plan_of<rows>({huge, 1}), huge, huge / 8);
  check_huge(plan_of<rows>({1, huge}), huge, huge / 65536);
  check_huge(plan_of<rows>({1 << 20, 1 << 20}), huge, i64(1) << 24);
  check_huge(plan_of<product>({huge, 1, 1}), huge, huge / 128);
  check_huge(plan_of<product>({1 << 20, 1, 1 << 20}), huge, i64(1) << 26);
  check_huge(plan_of<lookup>({2, huge, 1}), huge, huge / 4096);
  check_huge(plan_of<lookup>({2, 1, huge}), huge, huge / 4096);
  check_huge(plan_of<windows>({huge + 3}), huge, ceil_div(huge, 24576));
}

TEST_CASE("plan: blocks beyond CUDA's limit are walked") {
  CHECK(plan_of<map>({huge, 8}).launched_blocks == cuda_limit);
  CHECK(plan_of<rows>({huge, 1}).launched_blocks == cuda_limit);
  CHECK(plan_of<rows>({8 * cuda_limit, 1}).launched_blocks == cuda_limit);
  CHECK(plan_of<rows>({5, huge}).launched_blocks == 5);
  CHECK(plan_of<product>({huge, 1, 1}).launched_blocks == cuda_limit);
  CHECK(plan_of<windows>({huge}).launched_blocks == 396);  // each adds up a histogram
}

TEST_CASE("plan: without elements there are no blocks") {
  for (plan const& p :
       {plan_of<map>({0}), plan_of<map>({0, 5}), plan_of<rows>({0, 5}), plan_of<rows>({5, 0}),
        plan_of<sums>({0, 5}), plan_of<sums>({0, 0}), plan_of<product>({0, 4, 4}),
        plan_of<product>({4, 4, 0}), plan_of<lookup>({5, 0, 3}), plan_of<lookup>({5, 3, 0}),
        plan_of<windows>({0}), plan_of<windows>({3})}) {
    CHECK(p.num_blocks() == 0);
    CHECK(p.launched_blocks == 0);
    CHECK(p.block_utilization == 0);
    CHECK(p.grid_efficiency == 0);
  }
}

TEST_CASE("plan: empty sums have results, and so blocks") {
  CHECK(plan_of<sums>({5, 0}).num_blocks() == 1);  // 256 short rows a block
  CHECK(plan_of<sums>({257, 0}).num_blocks() == 2);
  CHECK(plan_of<product>({4, 0, 4}).num_blocks() == 1);
  CHECK(map::make({}, {}).plan_for<tiling::whole_array>().num_blocks() == 1);  // a scalar
}

TEST_CASE("tiling: rows are held where every architecture has the shared memory, else walked") {
  constexpr i64 shared_memory = 99 * 1024 - 512;  // of a block from sm_80 on, without the slots
  for (i64 const bound : {65536LL, 8192LL, tiling::max_block_elements<tiling::whole_array>}) {
    for (i64 const rows : {1LL, 1023LL, 1024LL, 1LL << 40}) {
      for (bool const gives_one_value : {false, true}) {
        for (i64 columns = 0; columns <= 70000; columns += columns < 5000 ? 1 : 7) {
          i64 const held_bytes = columns * 4 + 32;
          int const number =
              tiling::select_rows(rows, columns, held_bytes, gives_one_value, bound);
          auto const chosen = tiling::rows_tiling_at(number);
          REQUIRE_MESSAGE(tiling::is_rows_tiling(number, gives_one_value), columns);
          bool const fits = !chosen.holds || chosen.rows_per_block * held_bytes <= shared_memory;
          REQUIRE_MESSAGE(fits, columns);
          bool const is_last = number == tiling::num_rows_tilings - 1;
          REQUIRE_MESSAGE((is_last || columns * chosen.rows_per_block <= bound), columns);
          bool const must_hold = !gives_one_value && columns <= 8192 && columns <= bound;
          REQUIRE_MESSAGE((chosen.holds || !must_hold), columns);
        }
      }
    }
  }
  CHECK_FALSE(tiling::rows_tiling_at(tiling::select_rows(5, huge, huge, false, 65536)).holds);
}

}  // namespace
