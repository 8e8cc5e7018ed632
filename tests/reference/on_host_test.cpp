// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The f64 reference has two forms of products and of attention: by blocks on a host, and by a
// functor of an index, which a GPU runs. They must agree; here both run on the host.
#include <pallasbench/ops/attention_forward.hpp>
#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/reference/on_host.hpp>

#include <thrust/execution_policy.h>

#include <doctest/doctest.h>

#include <cmath>

#include "support/inputs.hpp"

namespace {

using namespace pb;

/// The largest difference of the two forms on these inputs.
template <class Body, class... In>
double difference(Body const& body, extents const& dims, In const&... in) {
  auto call = call_of<Body, float>::make(body, dims);
  int i = 0;
  ((call.in[i++] = in.data()), ...);
  auto const count = static_cast<std::size_t>(call.output_shape().count());
  std::vector<double> by_blocks(count, PB_NAN), by_index(count, PB_NAN);
  reference::evaluate_on_host(thrust::seq, call, by_blocks.data());
  reference::evaluate(thrust::seq, call, by_index.data());
  double largest = 0;
  for (std::size_t e = 0; e < count; ++e) {
    double const error = std::fabs(by_blocks[e] - by_index[e]);
    if (!(error <= largest)) largest = error;  // keeps a NaN
  }
  return largest;
}

TEST_CASE("on host: both forms of a product") {
  // M, K, N: around 4 x 4 elements, and nothing.
  for (extents const& d : {extents{1, 1, 1}, {4, 3, 4}, {5, 200, 7}, {3, 130, 9}, {67, 129, 130},
                           {0, 2, 2}, {2, 2, 0}, {3, 0, 5}}) {
    auto const a = test::normal(d[0] * d[1], 0), b = test::normal(d[1] * d[2], 1),
               bias = test::normal(d[2], 2);
    CHECK(difference(ops::matmul{}, d, a, b) < 1e-12);
    CHECK(difference(ops::relu{} | ops::matmul{} | ops::bias{}, d, a, b, bias) < 1e-12);
  }
}

TEST_CASE("on host: both forms of attention") {
  for (extents const& d : {extents{1, 1, 1, 1}, {1, 2, 65, 64}, {2, 1, 130, 70}, {1, 1, 0, 3}}) {
    auto const q = test::normal(d.count(), 0), k = test::normal(d.count(), 1),
               v = test::normal(d.count(), 2);
    for (bool const causal : {false, true})
      CHECK(difference(ops::attention_forward{.causal = causal}, d, q, k, v) < 1e-12);
  }
}

}  // namespace
