// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Notice: stream and buffers are the caller's. launch() only enqueues: it allocates nothing, waits
// for nothing, and returns what the CUDA runtime says. Exits 77 where there is no device.
#include <pallasbench/cuda.cuh>
#include <pallasbench/ops/softmax.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, char const* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

/// Softmax of each row, by plain loops.
std::vector<double> softmax_of(std::vector<double> x, int columns) {
  for (auto row = x.begin(); row != x.end(); row += columns) {
    double const largest = *std::max_element(row, row + columns);
    double sum = 0;
    for (auto v = row; v != row + columns; ++v)
      sum += *v = std::exp(*v - largest);
    for (auto v = row; v != row + columns; ++v)
      *v /= sum;
  }
  return x;
}

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::printf("no CUDA device\n");
    return 77;
  }
  constexpr int rows = 100, columns = 130;
  constexpr std::size_t count = rows * columns, bytes = count * sizeof(float);
  cudaStream_t stream = nullptr;
  float *x = nullptr, *y = nullptr, *here = nullptr;  // two on the device, one pinned on the host
  check(cudaStreamCreate(&stream), "cudaStreamCreate");
  check(cudaMalloc(&x, bytes), "cudaMalloc");
  check(cudaMalloc(&y, bytes), "cudaMalloc");
  check(cudaMallocHost(&here, bytes), "cudaMallocHost");
  for (std::size_t i = 0; i < count; ++i)
    here[i] = 8 * std::sin(float(i));
  auto const wanted = softmax_of(softmax_of({here, here + count}, columns), columns);

  // These four are asynchronous: each returns once it is enqueued, and the stream runs them in this
  // order, so that the second softmax reads what the first one wrote and nobody waits in between.
  auto const x_all = pb::make_view(x, rows, columns), y_all = pb::make_view(y, rows, columns);
  check(cudaMemcpyAsync(x, here, bytes, cudaMemcpyHostToDevice, stream), "copy to the device");
  check(pb::cuda::launch(pb::ops::softmax{}, stream, y_all, x_all), "first softmax");
  check(pb::cuda::launch(pb::ops::softmax{}, stream, x_all, y_all), "second softmax");
  check(cudaMemcpyAsync(here, x, bytes, cudaMemcpyDeviceToHost, stream), "copy to the host");
  check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");  // here the host waits, once

  double error = 0;  // relative: the results are near 1 / columns
  for (std::size_t i = 0; i < count; ++i)
    error = std::max(error, std::fabs(here[i] / wanted[i] - 1));
  check(cudaFreeHost(here), "cudaFreeHost");
  check(cudaFree(x), "cudaFree");
  check(cudaFree(y), "cudaFree");
  check(cudaStreamDestroy(stream), "cudaStreamDestroy");
  std::printf("softmax twice of %d x %d, largest relative error %g\n", rows, columns, error);
  return error < 1e-5 ? 0 : 1;
}
