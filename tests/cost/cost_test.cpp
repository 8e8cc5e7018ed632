// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Counted operations and bytes against formulas derived by hand from each definition, at sizes
// whose products do not coincide.
#include <pallasbench/cost/cost.hpp>
#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/gather.hpp>
#include <pallasbench/ops/gelu.hpp>
#include <pallasbench/ops/kmer_count.hpp>
#include <pallasbench/ops/layer_norm.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/ops/row_sum.hpp>
#include <pallasbench/ops/softmax.hpp>
#include <pallasbench/ops/vector_add.hpp>
#include <pallasbench/robust/registry.hpp>

#include <doctest/doctest.h>

#include <string>

namespace {

using namespace pb;

template <class T = float, operation Body>
cost::work work_of(Body const& body, extents const& dims) {
  return cost::count(call_of<Body, T>::make(body, dims));
}

void check_work(cost::work const& w, i64 flops, i64 bytes) {
  CHECK(w.flops == flops);
  CHECK(w.bytes == bytes);
}

constexpr i64 N = 1009, R = 31, C = 101, M = 17, K = 29, V = 53;

TEST_CASE("cost: maps count their operations for every element") {
  check_work(work_of(ops::relu{}, {N}), N, 8 * N);
  check_work(work_of(ops::vector_add{}, {N}), N, 12 * N);
  // x x: 1, a multiple of it: 1, + a constant: 1, x times that: 1, logistic: 1, x times it: 1
  check_work(work_of(ops::gelu{}, {N}), 6 * N, 8 * N);
  check_work(work_of<double>(ops::relu{}, {N}), N, 16 * N);
}

TEST_CASE("cost: a row vector is read once") {
  check_work(work_of(ops::bias{}, {R, C}), R * C, 4 * (2 * R * C + C));
  check_work(work_of(ops::bias{} | ops::gelu{}, {R, C}), 7 * R * C, 4 * (2 * R * C + C));
}

TEST_CASE("cost: rows count their reductions over every column and the rest once a row") {
  // max, x - max, exp, sum, quotient
  check_work(work_of(ops::softmax{}, {R, C}), R * 5 * C, 4 * (2 * R * C));
  check_work(work_of(reductions::row_sum{}, {R, C}), R * C, 4 * (R * C + R));
  // Columns: sum, x - mean, square, sum, rsqrt's product, gamma, beta. A row: two means, eps,
  // rsqrt.
  i64 const norm = R * (7 * C + 4), traffic = 4 * (2 * R * C + 2 * C);
  check_work(work_of(ops::layer_norm{}, {R, C}), norm, traffic);
  check_work(work_of(ops::layer_norm{} | ops::relu{}, {R, C}), norm + R * C, traffic);
}

TEST_CASE("cost: products count a multiplication and an addition a term, and what is fused") {
  i64 const dot = 2 * M * K * V, arrays = M * K + K * V + M * V;
  check_work(work_of(ops::matmul{}, {M, K, V}), dot, 4 * arrays);
  check_work(work_of(ops::matmul{} | ops::bias{}, {M, K, V}), dot + M * V, 4 * (arrays + V));
  check_work(work_of(ops::matmul{} | ops::bias{} | ops::relu{}, {M, K, V}), dot + 2 * M * V,
             4 * (arrays + V));
  check_work(work_of(ops::relu{} | ops::matmul{}, {M, K, V}), dot + M * K, 4 * arrays);
}

TEST_CASE("cost: lookups move the rows looked up, not the table") {
  check_work(work_of(ops::gather{}, {V, C, N}), 0, 4 * N + 2 * 4 * N * C);
  check_work(work_of(ops::gather{} | ops::bias{}, {V, C, N}), N * C, 4 * N + 4 * C + 2 * 4 * N * C);
}

TEST_CASE("cost: counting a sequence is integer work") {
  check_work(work_of<u8>(ops::kmer_count{}, {N}), 0, N + 256 * 4);
  check_work(work_of<u8>(ops::kmer_count{.k = 2}, {N}), 0, N + 16 * 4);
}

TEST_CASE("cost: 64 bits hold the large products") {
  i64 const n = 1 << 15;
  check_work(work_of(ops::matmul{}, {n, n, n}), 2 * n * n * n, 3 * 4 * n * n);
}

TEST_CASE("cost: the roofline is the slower of moving and computing") {
  CHECK(cost::roofline_seconds({.bytes = 100, .flops = 10}, 10, 10) == 10);
  CHECK(cost::roofline_seconds({.bytes = 10, .flops = 100}, 10, 5) == 20);
  CHECK(cost::roofline_seconds({}, 10, 10) == 0);
}

TEST_CASE("cost: a kernel's problem carries the count of its call") {
  for (auto const& kernel : robust::all_kernels()) {
    std::string const name = kernel.info.name;
    auto const p = kernel.make_problem(kernel.dims.small, element_type::f32);
    i64 bytes = p->output.bytes();
    for (auto const& input : p->inputs)
      bytes += input.bytes();
    CAPTURE(name);
    if (name == "softmax") CHECK(p->work.flops == 5 * kernel.dims.small.count());
    if (name == "gather") bytes += p->output.bytes() - p->inputs[0].bytes();
    CHECK(p->work.bytes == bytes);
  }
}

}  // namespace
