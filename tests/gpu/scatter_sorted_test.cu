// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The sorted scatter_add gives the host executor's bits, on every run.
// E0xx in a name: the numbers of a catalogue of inputs that have broken kernels of this kind.
#include <pallasbench/ops/scatter_add.hpp>
#include <pallasbench/patterns/scatter/scatter_host.hpp>
#include <pallasbench/patterns/scatter/scatter_sorted_cuda.cuh>

#include <cstring>

#include "support/cuda_executor.cuh"
#include "support/literals.hpp"

namespace pb::test {

template <class T>
std::vector<T> sorted_sums(std::vector<T> const& x, std::vector<i32> const& index,
                           std::vector<T> const& u) {
  placed_array<device_memory, T> const x_there(x, 0, poison), u_there(u, 0, poison);
  placed_array<device_memory, i32> const index_there(index, 0, poison);
  placed_array<device_memory, T> const y(poisoned<T>(static_cast<i64>(x.size())), 0, around_output);
  extents const dims{static_cast<i64>(x.size()), static_cast<i64>(u.size())};
  auto call = call_of<ops::scatter_add, T>::make({}, dims);
  call.in[0] = x_there.data();
  call.in[1] = index_there.data();
  call.in[2] = u_there.data();
  call.out = y.data();
  std::size_t bytes = 0;
  REQUIRE(cuda::launch_sorted(nullptr, bytes, call, nullptr) == cudaSuccess);
  device_memory const workspace(bytes);
  REQUIRE(cuda::launch_sorted(workspace.data(), bytes, call, nullptr) == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  return y.read();
}

TEST_CASE_TEMPLATE("sorted scatter_add: the host's bits", T, float, f16, bf16) {
  for (extents const& d : {extents{997, 50003}, {1, 3000}, {3000, 1}, {5, 0}, {0, 5}}) {
    std::vector<T> x, u;
    for (float const v : normal(d[0], 0)) x.push_back(static_cast<T>(v));
    for (float const v : normal(d[1], 1)) u.push_back(static_cast<T>(v));
    auto const index = row_numbers(d[1], static_cast<i32>(d[0]));
    auto call = call_of<ops::scatter_add, T>::make({}, d);
    std::vector<T> y(x.size());
    call.in[0] = x.data();
    call.in[1] = index.data();
    call.in[2] = u.data();
    call.out = y.data();
    host::run(call, plan{});
    for (int run = 0; run < 2; ++run) {
      auto const sums = sorted_sums(x, index, u);
      CHECK((y.empty() || std::memcmp(sums.data(), y.data(), y.size() * sizeof(T)) == 0));
    }
  }
}

TEST_CASE_TEMPLATE("E051 sorted scatter_add: duplicate indices", T, float, f16, bf16) {
  std::vector<T> const zeros(4, T(0));
  check_elements(sorted_sums(zeros, {1, 1, 1, 3, 3, 0}, as<T>({1, 2, 3, 4, 5, 6})), {6, 6, 0, 9},
                 exact);
  check_elements(sorted_sums(zeros, std::vector<i32>(1024, 2), std::vector<T>(1024, T(1))),
                 {0, 0, 1024, 0}, exact);
}

TEST_CASE("E052 sorted scatter_add: one element stops at 2^24 ones") {
  std::vector<i32> index(20000000, 0);
  std::fill(index.end() - 4, index.end(), 1);
  auto const y = sorted_sums<float>({0, 0}, index, std::vector<float>(index.size(), 1.0f));
  check_elements(y, {16777216, 4}, exact);
}

TEST_CASE("E053 sorted scatter_add: 16-bit sums are rounded once") {
  auto const sum = [](auto const& u) {
    using T = std::decay_t<decltype(u[0])>;
    return sorted_sums<T>({T(0)}, std::vector<i32>(u.size(), 0), u);
  };
  check_elements(sum(std::vector<bf16>(300, bf16(1))), {300}, exact);
  check_elements(sum(std::vector<f16>(3000, f16(1))), {3000}, exact);
  std::vector<f16> u(401, f16(0.25));
  u[0] = f16(1000);
  check_elements(sum(u), {1100}, exact);
}

}  // namespace pb::test
