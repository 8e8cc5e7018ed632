// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Notice: stream and buffers are the caller's. launch() only enqueues: it allocates nothing, waits
// for nothing, and returns what the CUDA runtime says. Exits 77 where there is no device.
#include <pallasbench/cuda.cuh>
#include <pallasbench/ops/softmax.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, char const* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::printf("no CUDA device\n");
    return 77;
  }
  constexpr int rows = 100, columns = 1000;
  constexpr std::size_t bytes = sizeof(float) * rows * columns;
  std::vector<float> host(rows * columns);
  for (int i = 0; i < rows * columns; ++i)
    host[i] = std::sin(float(i));

  cudaStream_t stream = nullptr;
  float *x = nullptr, *y = nullptr;
  check(cudaStreamCreate(&stream), "cudaStreamCreate");
  check(cudaMalloc(&x, bytes), "cudaMalloc");
  check(cudaMalloc(&y, bytes), "cudaMalloc");
  check(cudaMemcpyAsync(x, host.data(), bytes, cudaMemcpyHostToDevice, stream), "copy to device");
  check(pb::cuda::launch(pb::ops::softmax{}, stream, pb::make_view(y, rows, columns),
                         pb::make_view<float const>(x, rows, columns)),
        "softmax");
  check(cudaMemcpyAsync(host.data(), y, bytes, cudaMemcpyDeviceToHost, stream), "copy to host");
  check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
  check(cudaFree(x), "cudaFree");
  check(cudaFree(y), "cudaFree");
  check(cudaStreamDestroy(stream), "cudaStreamDestroy");

  for (int r = 0; r < rows; ++r) {
    double sum = 0;
    for (int c = 0; c < columns; ++c)
      sum += host[r * columns + c];
    if (std::fabs(sum - 1) > 1e-5) return 1;
  }
  std::printf("%d rows of %d, each with sum 1\n", rows, columns);
  return 0;
}
