// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Edge cases that need gigabytes, on the GPU only; the inputs are written there. Where the device
// has too little memory left a case says so and checks nothing. E0xx: the numbers of a catalogue of
// inputs that have broken kernels of this kind.
#include "support/cuda_executor.cuh"
// The cases run on the executor above.
#include <pallasbench/kernels/level1/cross_entropy.hpp>
#include <pallasbench/kernels/level1/elementwise_mul.hpp>
#include <pallasbench/kernels/level2/fused_softmax_cross_entropy.hpp>

#include "support/device_room.cuh"
#include "support/literals.hpp"

namespace pb::test {

namespace {

template <class T, class F>
__global__ void fill(T* x, i64 count, F f) {
  i64 const step = static_cast<i64>(gridDim.x) * blockDim.x;
  for (i64 i = static_cast<i64>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
    x[i] = static_cast<T>(f(i));
}

/// x[i] = f(i) in device memory.
template <class T, class F>
device_memory filled(i64 count, F const& f) {
  device_memory x(static_cast<std::size_t>(count) * sizeof(T));
  fill<<<4096, 256>>>(static_cast<T*>(x.data()), count, f);
  require(measure::check(cudaDeviceSynchronize(), "writing an input"));
  return x;
}

struct remainder_of_7 {
  __device__ float operator()(i64 i) const { return static_cast<float>(i % 7); }
};
struct two {
  __device__ float operator()(i64) const { return 2; }
};
/// 4 in column r mod columns of row r, else 0.
struct diagonal_of_4 {
  i64 columns;
  __device__ float operator()(i64 i) const {
    return i % columns == i / columns % columns ? 4.0f : 0.0f;
  }
};

}  // namespace

TEST_CASE("E038 elementwise_mul: byte offsets beyond 2^31") {
  i64 const count = (i64{1} << 29) + 5;
  i64 const bytes = count * i64(sizeof(float));
  if (!has_room(3 * bytes)) return;
  auto const a = filled<float>(count, remainder_of_7{});
  auto const b = filled<float>(count, two{});
  device_memory const out(static_cast<std::size_t>(bytes));
  auto const* const products = static_cast<float const*>(out.data());
  REQUIRE(executor<clamped>::accepts(kernels::elementwise_mul::body{},
                                     make_view(static_cast<float*>(out.data()), count),
                                     make_view(static_cast<float*>(a.data()), count),
                                     make_view(static_cast<float*>(b.data()), count)));
  for (i64 const first : {i64{0}, count / 2, count - 4096}) {
    std::vector<float> window(4096);
    require(measure::check(
        cudaMemcpy(window.data(), products + first, 4096 * sizeof(float), cudaMemcpyDeviceToHost),
        "reading the products"));
    std::vector<double> expected;
    for (i64 i = first; i < first + 4096; ++i)
      expected.push_back(static_cast<double>(i % 7 * 2));
    check_elements(window, expected, exact);
    if (first + 4096 == count) {
      CHECK(window[4096 - 5] == 8);  // of element 2^29
      CHECK(window[4095] == 2);
    }
  }
}

TEST_CASE("E042 cross entropy: more than 2^31 logits") {
  i64 const rows = 42731, columns = 50257;
  if (!has_room(rows * columns * i64(sizeof(f16)))) return;
  auto const logits = filled<f16>(rows * columns, diagonal_of_4{columns});
  std::vector<i32> label;
  for (i64 r = 0; r < rows; ++r)
    label.push_back(static_cast<i32>(r % columns));
  placed_array<device_memory, i32> const labels(label, 0, poison);
  placed_array<device_memory, f16> const losses(poisoned<f16>(rows), 0, around_output);
  placed_array<device_memory, f16> const mean(poisoned<f16>(1), 0, around_output);
  auto const x = make_view(static_cast<f16*>(logits.data()), rows, columns);
  auto const y = make_view(labels.data(), rows);
  REQUIRE(executor<clamped>::accepts(kernels::fused_softmax_cross_entropy::body{},
                                     make_view(losses.data(), rows), x, y));
  REQUIRE(executor<clamped>::accepts(kernels::cross_entropy::body{}, make_view(mean.data()), x, y));
  auto const loss = rounded<f16>({6.82597103});
  check_elements(losses.read(), std::vector<double>(static_cast<std::size_t>(rows), loss[0]),
                 exact);
  check_elements(mean.read(), loss, exact);
}

}  // namespace pb::test
