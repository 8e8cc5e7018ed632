// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Notice: the compositions of compose_fused.cpp on the GPU, one launch each, held against the host
// executor. The operation is the same object for both; only the views differ, in whose memory they
// are of. Exits 77 where there is no device.
#include <pallasbench/cuda.cuh>
#include <pallasbench/host.hpp>
#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/gelu.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/ops/rms_norm.hpp>
#include <pallasbench/ops/silu.hpp>

#include <thrust/device_vector.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace ops = pb::ops;

constexpr int m = 150, k = 170, n = 190;

std::vector<float> waves(int count, float step) {
  std::vector<float> v(count);
  for (int i = 0; i < count; ++i)
    v[i] = std::sin(step * float(i));
  return v;
}

void check(cudaError_t status, char const* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

float difference(thrust::device_vector<float> const& y_there, std::vector<float> const& y) {
  check(cudaStreamSynchronize(cudaStreamPerThread), "kernel");
  std::vector<float> y_copied(y.size());
  thrust::copy(y_there.begin(), y_there.end(), y_copied.begin());
  float largest = 0;
  for (std::size_t i = 0; i < y.size(); ++i)
    largest = std::max(largest, std::fabs(y_copied[i] - y[i]));
  return largest;
}

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::printf("no CUDA device\n");
    return 77;
  }
  auto const a = waves(m * k, 1.1f), b = waves(k * n, 1.3f), row = waves(n, 0.7f),
             x = waves(m * n, 1.7f);
  std::vector<float> y(m * n);
  thrust::device_vector<float> const a_there = a, b_there = b, row_there = row, x_there = x;
  thrust::device_vector<float> y_there(m * n);
  auto const view = [](auto& v, auto... sizes) {  // of a vector here or there
    return pb::make_view(thrust::raw_pointer_cast(v.data()), sizes...);
  };

  auto const norm = ops::rms_norm{} | ops::silu{};
  check(pb::cuda::launch(norm, cudaStreamPerThread, view(y_there, m, n), view(x_there, m, n),
                         view(row_there, n)),
        "rms_norm | silu");
  if (!pb::host::run(norm, view(y, m, n), view(x, m, n), view(row, n)).ok()) return 1;
  float const norm_difference = difference(y_there, y);

  auto const layer = ops::relu{} | ops::matmul{} | ops::bias{} | ops::gelu{};
  check(pb::cuda::launch(layer, cudaStreamPerThread, view(y_there, m, n), view(a_there, m, k),
                         view(b_there, k, n), view(row_there, n)),
        "relu | matmul | bias | gelu");
  if (!pb::host::run(layer, view(y, m, n), view(a, m, k), view(b, k, n), view(row, n)).ok())
    return 1;
  float const layer_difference = difference(y_there, y);

  std::printf("GPU and host differ by at most %g and %g\n", norm_difference, layer_difference);
  return norm_difference < 1e-5f && layer_difference < 1e-4f ? 0 : 1;
}
