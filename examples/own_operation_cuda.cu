// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Notice: the operation of swiglu.hpp as a GPU kernel. nvcc makes it from the text that the host
// kernel, the reference and the IR are made from in own_operation.cpp. Exits 77 where there is no
// device.
#include "swiglu.hpp"

#include <pallasbench/cuda.cuh>

#include <thrust/device_vector.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::printf("no CUDA device\n");
    return 77;
  }
  constexpr int n = 100000;
  std::vector<float> x(n), gate(n), y(n);
  for (int i = 0; i < n; ++i) {
    x[i] = 10 * std::sin(float(i));
    gate[i] = std::cos(float(i));
  }

  thrust::device_vector<float> const x_there = x, gate_there = gate;
  thrust::device_vector<float> y_there(n);
  auto const view = [](auto& v) { return pb::make_view(thrust::raw_pointer_cast(v.data()), n); };
  cudaError_t const launched =
      pb::cuda::launch(mine::swiglu{1.5}, cudaStreamPerThread, view(y_there), view(x_there),
                       view(gate_there));
  cudaError_t const ran = cudaStreamSynchronize(cudaStreamPerThread);
  if (launched != cudaSuccess || ran != cudaSuccess) {
    std::fprintf(stderr, "launch: %s, kernel: %s\n", cudaGetErrorString(launched),
                 cudaGetErrorString(ran));
    return 1;
  }
  thrust::copy(y_there.begin(), y_there.end(), y.begin());

  double error = 0;
  for (int i = 0; i < n; ++i) {
    double const wanted = double(gate[i]) * x[i] / (1 + std::exp(-1.5 * x[i]));
    error = std::max(error, std::fabs(y[i] - wanted));
  }
  std::printf("%d results, largest error %g\n", n, error);
  return error < 1e-5 ? 0 : 1;
}
