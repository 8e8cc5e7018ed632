// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What a plan says of its blocks, found by walking them element by element.
#ifndef PALLASBENCH_TESTS_PATTERNS_COVER_HPP
#define PALLASBENCH_TESTS_PATTERNS_COVER_HPP

#include <pallasbench/patterns/plan.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

namespace pb::tests {

/// A one- or two-dimensional shape as rows and columns.
struct plane {
  i64 rows, columns;
  explicit plane(extents const& e)
      : rows(e.rank == 2 ? e[0] : 1), columns(e.rank == 2 ? e[1] : e[0]) {}
};

/// How often each element of `shape` is covered, row-major; `in_last_block` counts those of the
/// last block.
struct coverage {
  std::vector<int> times;
  i64 in_last_block = 0;

  coverage(plan const& p, extents const& shape) : times(static_cast<std::size_t>(shape.count())) {
    plane const array(shape), block(p.block_shape), grid(p.grid_shape);
    for (i64 row = 0; row < grid.rows; ++row) {
      for (i64 column = 0; column < grid.columns; ++column) {
        in_last_block = 0;
        i64 const end_row = std::min((row + 1) * block.rows, array.rows);
        i64 const end_column = std::min((column + 1) * block.columns, array.columns);
        for (i64 r = row * block.rows; r < end_row; ++r) {
          for (i64 c = column * block.columns; c < end_column; ++c) {
            ++times[static_cast<std::size_t>(r * array.columns + c)];
            ++in_last_block;
          }
        }
      }
    }
  }
};

/// The properties that every plan for `shape` has.
inline void check_plan(plan const& p, extents const& shape) {
  REQUIRE(p.block_shape.rank == shape.rank);
  REQUIRE(p.grid_shape.rank == shape.rank);
  coverage const covered(p, shape);
  CHECK(std::count(covered.times.begin(), covered.times.end(), 1) == shape.count());
  CHECK((p.num_blocks() == 0) == (shape.count() == 0));
  CHECK(p.launched_blocks >= 0);
  CHECK(p.launched_blocks <= p.num_blocks());
  CHECK(p.threads_per_block >= 1);
  CHECK(p.threads_per_block <= 1024);
  if (shape.count() == 0) return;
  CHECK(covered.in_last_block > 0);
  auto const block_size = static_cast<double>(p.block_shape.count());
  CHECK(p.block_utilization == static_cast<double>(covered.in_last_block) / block_size);
  CHECK(p.grid_efficiency ==
        static_cast<double>(shape.count()) / (static_cast<double>(p.num_blocks()) * block_size));
}

}  // namespace pb::tests

#endif  // PALLASBENCH_TESTS_PATTERNS_COVER_HPP
