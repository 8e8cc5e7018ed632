// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The f64 reference on the GPU is the one on the host.
#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/gather.hpp>
#include <pallasbench/ops/gelu.hpp>
#include <pallasbench/ops/kmer_count.hpp>
#include <pallasbench/ops/layer_norm.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/ops/row_sum.hpp>
#include <pallasbench/reference/reference_cuda.cuh>

#include "support/cuda_executor.cuh"

namespace pb::test {
namespace {

template <class T>
using device_array = placed_array<device_memory, T>;

/// The reference of body(in...), evaluated on the device.
template <class Body, class... In>
std::vector<double> on_device(Body const& body, extents const& dims, std::vector<In> const&... in) {
  auto call = call_on<Body, In...>::make(body, dims);
  std::tuple<device_array<In>...> const inputs{device_array<In>(in, 0, poison)...};
  device_array<double> const out(poisoned<double>(call.output_shape().count()), 0, around_output);
  int i = 0;
  std::apply([&](auto const&... array) { ((call.in[i++] = array.data()), ...); }, inputs);
  measure::stream stream;
  require(stream.create());
  require(measure::check(cuda::evaluate_reference(call, out.data(), stream.get()), "reference"));
  require(stream.synchronize());
  return out.read();
}

template <class Body, class... In>
void check_device(Body const& body, extents const& dims, std::vector<In> const&... in) {
  check_elements(on_device(body, dims, in...), reference_of<executor<clamped>>(body, dims, in...),
                 {1e-13, 1e-12});
}

TEST_CASE("reference on the GPU: maps and rows") {
  check_device(ops::bias{} | ops::gelu{}, {37, 130}, normal(37 * 130, 0), normal(130, 1));
  check_device(ops::layer_norm{} | ops::relu{}, {3, 5001}, normal(15003, 0), normal(5001, 1),
               normal(5001, 2));
  check_device(reductions::row_sum{}, {37, 130}, normal(37 * 130, 0));
  check_device(reductions::row_sum{}, {5, 0}, std::vector<float>{});
}

TEST_CASE("reference on the GPU: products, lookups and counts") {
  check_device(ops::matmul{} | ops::bias{}, {37, 65, 130}, normal(37 * 65, 0),
               normal(65 * 130, 1, 0.1), normal(130, 2));
  check_device(ops::gather{}, {37, 130, 53}, normal(37 * 130, 0), row_numbers(53, 37));
  check_device(ops::kmer_count{4}, {20011}, bases(20011));
}

}  // namespace
}  // namespace pb::test
