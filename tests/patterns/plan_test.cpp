// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Plans as properties: over random shapes every element is in exactly one block, and the figures
// that records quote are those of a count, block by block.
#include <pallasbench/ops/batch_norm.hpp>
#include <pallasbench/ops/gather.hpp>
#include <pallasbench/ops/kmer_count.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/ops/row_sum.hpp>
#include <pallasbench/ops/softmax.hpp>
#include <pallasbench/patterns/columns/columns.hpp>
#include <pallasbench/patterns/contract/contract.hpp>
#include <pallasbench/patterns/index/index.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/patterns/sequence/sequence.hpp>

#include <doctest/doctest.h>

#include <random>

#include "cover.hpp"

namespace {

using namespace pb;
using tests::check_plan;
using clamped = tiling::clamped<65536>;
using tiling::whole_array;

/// A size from 0 to `largest`, small ones and multiples of 128 often.
i64 random_size(std::mt19937& random, i64 largest) {
  i64 const size = static_cast<i64>(random()) % (largest + 1);
  switch (random() % 4) {
  case 0: return size % 5;
  case 1: return size / 128 * 128;
  default: return size;
  }
}

/// What a tiling promises for a call whose blocks cut `shape`: the plan's properties, a bounded
/// block under a clamp, one block for the whole array.
template <class Call>
void check_call(Call const& call, extents const& shape) {
  plan const bounded = call.template plan_for<clamped>();
  check_plan(bounded, shape);
  CHECK(bounded.block_shape.count() <= 65536);
  plan const whole = call.template plan_for<whole_array>();
  check_plan(whole, shape);
  CHECK(whole.num_blocks() == (shape.count() == 0 ? 0 : 1));
  CHECK(whole.block_shape == shape);
}

TEST_CASE("plan: blocks of any size cover a shape") {
  std::mt19937 random(1);
  for (int i = 0; i < 300; ++i) {
    extents const line{random_size(random, 3000)};
    extents const block{1 + random_size(random, 500)};
    check_plan(plan_blocks(line, block, false, 32, 1), line);
    extents const plane{random_size(random, 60), random_size(random, 60)};
    extents const tile{1 + random_size(random, 20), 1 + random_size(random, 20)};
    check_plan(plan_blocks(plane, tile, false, 32, 1), plane);
    check_plan(plan_blocks(plane, tile, true, 32, 1), plane);
  }
}

TEST_CASE("plan: maps") {
  std::mt19937 random(2);
  for (int i = 0; i < 60; ++i) {
    i64 const n = random_size(random, 20000);
    check_call(map_call<ops::relu, float>::make({}, {n}), {n});
    i64 const rows = random_size(random, 50), columns = random_size(random, 300);
    // Cut as one long line, whatever the rank.
    check_call(map_call<ops::relu, double>::make({}, {rows, columns}), {rows * columns});
  }
}

TEST_CASE("plan: rows") {
  std::mt19937 random(3);
  for (int i = 0; i < 60; ++i) {
    i64 const rows = random_size(random, 30), columns = random_size(random, 3000);
    check_call(rows_call<ops::softmax, float>::make({}, {rows, columns}), {rows, columns});
    auto const sum = rows_call<reductions::row_sum, float>::make({}, {rows, columns});
    // A row of no columns has a sum.
    check_call(sum, {rows, columns == 0 ? 1 : columns});
  }
}

TEST_CASE("plan: a row longer than a block is many blocks and one thread block") {
  auto const call = rows_call<ops::softmax, float>::make({}, {3, 200001});
  check_call(call, {3, 200001});
  plan const p = call.plan_for<clamped>();
  CHECK(p.grid_shape == extents{3, 4});
  CHECK(p.launched_blocks == 3);
}

TEST_CASE("plan: few long columns are shared by teams of blocks, which wait for each other") {
  std::mt19937 random(7);
  for (int i = 0; i < 60; ++i) {
    i64 const rows = random_size(random, 40000), columns = random_size(random, 6000);
    auto const call = columns_call<ops::batch_norm_1d, float>::make({}, {rows, columns});
    check_call(call, {rows, columns});
    plan const p = call.plan_for<clamped>();
    i64 const of_block = tiling::columns_tiling_at(call.tiling_number(), 4).block_columns;
    i64 const groups = ceil_div(columns, of_block);
    CHECK(p.launched_blocks % max_of(groups, 1) == 0);  // teams are whole
    CHECK(p.launched_blocks <= max_of(groups, 132));
    CHECK(p.waits_for_all == (p.launched_blocks > groups));
    CHECK(p.clears_workspace == p.waits_for_all);
    // For each block and column 32 bytes, twice.
    CHECK(p.workspace_bytes == (p.waits_for_all ? p.launched_blocks * of_block * 32 * 2 : 0));
    CHECK_FALSE(call.plan_for<whole_array>().waits_for_all);
  }
  auto const large = columns_call<ops::batch_norm_1d, float>::make({}, {65536, 1024});
  CHECK(large.plan_for<clamped>().launched_blocks == 128);
  auto const wide = columns_call<ops::batch_norm_1d, float>::make({}, {8192, 8192});
  CHECK(wide.plan_for<clamped>().launched_blocks == 128);
  CHECK_FALSE(wide.plan_for<clamped>().waits_for_all);
  // A sector of each row a block, for 128 blocks.
  auto const short_columns = columns_call<ops::batch_norm_1d, float>::make({}, {128, 1024});
  CHECK(short_columns.plan_for<clamped>().launched_blocks == 128);
  CHECK_FALSE(short_columns.plan_for<clamped>().waits_for_all);
}

TEST_CASE("plan: products") {
  std::mt19937 random(4);
  for (int i = 0; i < 40; ++i) {
    i64 const m = random_size(random, 400), n = random_size(random, 400);
    i64 const k = random_size(random, 10);
    check_call(contract_call<ops::matmul, float>::make({}, {m, k, n}), {m, n});
  }
}

TEST_CASE("plan: lookups") {
  std::mt19937 random(5);
  for (int i = 0; i < 60; ++i) {
    i64 const columns = random_size(random, 5000), rows = random_size(random, 60);
    auto const call = call_of<ops::gather, float>::make({}, {7, columns, rows});
    check_call(call, {rows, columns});
    CHECK(call.plan_for<clamped>().memory_access_pattern == access_pattern::gather);
  }
}

TEST_CASE("plan: windows of a sequence") {
  std::mt19937 random(6);
  for (int i = 0; i < 60; ++i) {
    int const k = 1 + static_cast<int>(random() % 12);
    i64 const length = random_size(random, 50000);
    auto const call = sequence_call<ops::kmer_count>::make({.k = k}, {length});
    i64 const windows = length < k ? 0 : length - k + 1;
    check_call(call, {windows});
    plan const p = call.plan_for<clamped>();
    // Up to 24576 windows one block stores what it has counted; else words of 6 letters out of 5.
    CHECK(p.clears_output == !(k <= 6 && 0 < windows && windows <= 24576));
    i64 const private_counts = windows > 24576 ? 15625 : call.body.bins();
    CHECK(p.shared_memory_bytes == (k <= 6 ? 4 * private_counts : 0));
    CHECK(call.is_allowed());
  }
  CHECK_FALSE(sequence_call<ops::kmer_count>::make({.k = 0}, {100}).is_allowed());
  CHECK_FALSE(sequence_call<ops::kmer_count>::make({.k = 13}, {100}).is_allowed());
}

}  // namespace
