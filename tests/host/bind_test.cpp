// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// bind: what a refused call is told, and what a bound one holds.
#include <pallasbench/host.hpp>
#include <pallasbench/message.hpp>
#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/gather.hpp>
#include <pallasbench/ops/gelu.hpp>
#include <pallasbench/ops/kmer_count.hpp>
#include <pallasbench/ops/layer_norm.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/ops/row_sum.hpp>

#include <doctest/doctest.h>

namespace {

using pb::extents;
using pb::make_view;
using reason = pb::status::reason;

float* const none = nullptr;
pb::i32* const no_numbers = nullptr;
pb::u8 const* const no_bases = nullptr;

void check_extents(pb::status const& s, int argument, extents const& given,
                   extents const& allowed) {
  CHECK_FALSE(s.ok());
  CHECK(s.what == reason::wrong_extents);
  CHECK(s.argument == argument);
  CHECK(s.given == given);
  CHECK(s.allowed == allowed);
}

}  // namespace

TEST_CASE("bind: the first argument that does not fit is named") {
  auto const layer_norm = [](extents const& y, pb::i64 gamma, pb::i64 beta) {
    return pb::bind(pb::ops::layer_norm{}, make_view(none, y[0], y[1]), make_view(none, 4, 6),
                    make_view(none, gamma), make_view(none, beta))
        .status;
  };
  CHECK(layer_norm({4, 6}, 6, 6).ok());
  check_extents(layer_norm({4, 6}, 5, 7), 1, {5}, {6});
  check_extents(layer_norm({4, 6}, 6, 7), 2, {7}, {6});
  check_extents(layer_norm({6, 4}, 6, 6), -1, {6, 4}, {4, 6});
}

TEST_CASE("bind: another rank is refused") {
  auto const s = pb::bind(pb::ops::relu{}, make_view(none, 2, 3), make_view(none, 6)).status;
  check_extents(s, -1, {2, 3}, {6});
  auto const sum = pb::bind(pb::reductions::row_sum{}, make_view(none, 2), make_view(none, 2, 3));
  check_extents(sum.status, -1, {2}, {2, 1});
}

TEST_CASE("bind: matrix products") {
  auto const product = [](extents const& b, pb::i64 bias) {
    return pb::bind(pb::ops::bias{} | pb::ops::matmul{} | pb::ops::bias{}, make_view(none, 2, 5),
                    make_view(none, 2, 3), make_view(none, 3), make_view(none, b[0], b[1]),
                    make_view(none, bias))
        .status;
  };
  CHECK(product({3, 5}, 5).ok());
  check_extents(product({4, 5}, 5), 2, {4, 5}, {3, 5});
  check_extents(product({3, 5}, 3), 3, {3}, {5});
  check_extents(product({3, 4}, 4), -1, {2, 5}, {2, 4});
}

TEST_CASE("bind: lookups") {
  auto const gather = [](extents const& y) {
    return pb::bind(pb::ops::gather{}, make_view(none, y[0], y[1]), make_view(none, 9, 4),
                    make_view(no_numbers, 7))
        .status;
  };
  CHECK(gather({7, 4}).ok());
  check_extents(gather({9, 4}), -1, {9, 4}, {7, 4});
}

TEST_CASE("bind: k-mers of 1 to 12 bases") {
  auto const count = [](int k, pb::i64 bins) {
    return pb::bind(pb::ops::kmer_count{k}, make_view(no_numbers, bins), make_view(no_bases, 20))
        .status;
  };
  CHECK(count(1, 4).ok());
  CHECK(count(12, pb::i64(1) << 24).ok());
  CHECK(count(0, 1).what == reason::refused_parameter);
  CHECK(count(13, pb::i64(1) << 26).what == reason::refused_parameter);
  check_extents(count(4, 255), -1, {255}, {256});
}

TEST_CASE("message: what was given and what is allowed") {
  auto const count = [](int k, pb::i64 bins) {
    return pb::message(
        pb::bind(pb::ops::kmer_count{k}, make_view(no_numbers, bins), make_view(no_bases, 20)).status);
  };
  CHECK(count(4, 256).empty());
  CHECK(count(4, 255) == "the output has extents [255] where the operation takes [256]");
  CHECK(count(0, 1).find("a parameter of the operation") == 0);
  auto const wide =
      pb::bind(pb::ops::bias{}, make_view(none, 2, 3), make_view(none, 2, 3), make_view(none, 4));
  CHECK(pb::message(wide.status) == "input 1 has extents [4] where the operation takes [3]");
  pb::status lacks;
  lacks.what = reason::no_workspace;
  CHECK(pb::message(lacks).find("workspace_bytes()") != std::string::npos);
}

TEST_CASE("bind: a bound call holds the pointers in order") {
  float x = 1;
  float b = 2;
  float y = 0;
  auto const bound = pb::bind(pb::ops::bias{} | pb::ops::gelu{}, make_view(&y, 1, 1),
                              make_view(&x, 1, 1), make_view(&b, 1));
  REQUIRE(bound.status.ok());
  CHECK(bound.call.in[0] == &x);
  CHECK(bound.call.in[1] == &b);
  CHECK(bound.call.out == &y);
}

TEST_CASE("host::run: a view of constants is an input") {
  float const x[] = {-1, 2};
  float y[2] = {};
  CHECK(pb::host::run(pb::ops::relu{}, make_view(y, 2), make_view(x, 2)).ok());
  CHECK(y[0] == 0);
  CHECK(y[1] == 2);
}
