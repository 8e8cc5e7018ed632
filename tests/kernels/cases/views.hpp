// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of the public calls on views, host::run and cuda::launch: what fits runs, what does not fit
// is refused and touches nothing. Include an executor's header first.
// E0xx in a name: the numbers of a catalogue of inputs that have broken kernels of this kind.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_VIEWS_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_VIEWS_HPP

#include <pallasbench/core/views.hpp>
#include <pallasbench/ops/kmer_count.hpp>
#include <pallasbench/ops/layer_norm.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/row_sum.hpp>
#include <pallasbench/ops/vector_add.hpp>

#include "support/run_call.hpp"

namespace pb::test {

/// An input of zeros, and an output that nothing has written, for the views of one case.
template <class Tiling, class T = float>
placed_array<typename executor<Tiling>::memory, T> zeros(i64 count) {
  return {std::vector<T>(static_cast<std::size_t>(count)), 0, poison};
}
template <class Tiling, class T = float>
placed_array<typename executor<Tiling>::memory, T> unwritten(i64 count) {
  return {poisoned<T>(count), 0, around_output};
}

TEST_CASE_TEMPLATE("views: layer_norm refuses wrong extents", Tiling, clamped, whole_array) {
  auto const x = zeros<Tiling>(64);
  auto const y = unwritten<Tiling>(64);
  auto const accepts = [&](extents const& out, i64 gamma, i64 beta) {
    return executor<Tiling>::accepts(ops::layer_norm{}, make_view(y.data(), out[0], out[1]),
                                     make_view(x.data(), 4, 6), make_view(x.data(), gamma),
                                     make_view(x.data(), beta));
  };
  CHECK_FALSE(accepts({4, 6}, 5, 6));
  CHECK_FALSE(accepts({4, 6}, 6, 7));
  CHECK_FALSE(accepts({4, 7}, 6, 6));
  CHECK_FALSE(accepts({6, 4}, 6, 6));
  CHECK(y.is_unchanged());
  CHECK(accepts({4, 6}, 6, 6));
  CHECK(y.read()[23] == 0);
}

TEST_CASE_TEMPLATE("views: vector_add refuses arrays of two sizes", Tiling, clamped, whole_array) {
  auto const x = zeros<Tiling>(8);
  auto const y = unwritten<Tiling>(8);
  auto const accepts = [&](i64 out, i64 b) {
    return executor<Tiling>::accepts(ops::vector_add{}, make_view(y.data(), out),
                                     make_view(x.data(), 4), make_view(x.data(), b));
  };
  CHECK_FALSE(accepts(4, 5));
  CHECK_FALSE(accepts(5, 4));
  CHECK(y.is_unchanged());
  CHECK(accepts(4, 4));
  CHECK(y.read()[3] == 0);
  CHECK(is_poisoned(y.read()[4]));
}

TEST_CASE_TEMPLATE("views: matmul refuses what does not multiply", Tiling, clamped, whole_array) {
  auto const x = zeros<Tiling>(64);
  auto const y = unwritten<Tiling>(64);
  auto const accepts = [&](extents const& out, extents const& b) {
    return executor<Tiling>::accepts(ops::matmul{}, make_view(y.data(), out[0], out[1]),
                                     make_view(x.data(), 2, 3), make_view(x.data(), b[0], b[1]));
  };
  CHECK_FALSE(accepts({2, 5}, {4, 5}));
  CHECK_FALSE(accepts({2, 4}, {3, 5}));
  CHECK(y.is_unchanged());
  CHECK(accepts({2, 5}, {3, 5}));
  CHECK(y.read()[9] == 0);
}

TEST_CASE_TEMPLATE("views: row_sum gives one value a row", Tiling, clamped, whole_array) {
  auto const x = zeros<Tiling>(6);
  auto const y = unwritten<Tiling>(6);
  auto const accepts = [&](i64 columns) {
    return executor<Tiling>::accepts(reductions::row_sum{}, make_view(y.data(), 2, columns),
                                     make_view(x.data(), 2, 3));
  };
  CHECK_FALSE(accepts(3));
  CHECK(y.is_unchanged());
  CHECK(accepts(1));
  CHECK(y.read()[1] == 0);
}

TEST_CASE_TEMPLATE("E067 kmer_count: k outside 1 to 12 is refused", Tiling, clamped, whole_array) {
  auto const s = zeros<Tiling, u8>(20);
  auto const y = unwritten<Tiling, i32>(256);  // refused calls claim more and must not use it
  auto const accepts = [&](int k, i64 bins) {
    return executor<Tiling>::accepts(ops::kmer_count{k}, make_view(y.data(), bins),
                                     make_view(s.data(), 20));
  };
  CHECK_FALSE(accepts(0, 1));
  CHECK_FALSE(accepts(13, i64(1) << 26));
  CHECK_FALSE(accepts(4, 255));
  CHECK(y.is_unchanged());
  CHECK(accepts(4, 256));
  CHECK(y.read()[0] == 17);
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_VIEWS_HPP
