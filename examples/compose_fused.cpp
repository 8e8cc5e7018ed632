// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Notice: a | b | c is one operation, and one kernel with one pass over memory: no result of a part
// goes to memory. Its inputs are those of the parts, in order. Neither of these two is one of the
// library's kernels; compose_fused_cuda.cu launches the same on a GPU.
#include <pallasbench/host.hpp>
#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/gelu.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/ops/rms_norm.hpp>
#include <pallasbench/ops/silu.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace ops = pb::ops;

constexpr int m = 50, k = 70, n = 90;

std::vector<float> waves(int count, float step) {
  std::vector<float> v(count);
  for (int i = 0; i < count; ++i)
    v[i] = std::sin(step * float(i));
  return v;
}

/// A row operation with a map behind it: the row is read once. Returns the largest error, or 1.
double normalize() {
  auto const x = waves(m * n, 1.1f), gamma = waves(n, 0.7f);
  std::vector<float> y(m * n);
  pb::status const done =
      pb::host::run(ops::rms_norm{} | ops::silu{}, pb::make_view(y.data(), m, n),
                    pb::make_view(x.data(), m, n), pb::make_view(gamma.data(), n));
  double error = done.ok() ? 0 : 1;
  for (int r = 0; r < m; ++r) {
    double squares = 0;
    for (int c = 0; c < n; ++c)
      squares += double(x[r * n + c]) * x[r * n + c];
    for (int c = 0; c < n; ++c) {
      double const normal = x[r * n + c] / std::sqrt(squares / n + 1e-5) * gamma[c];
      error = std::max(error, std::fabs(y[r * n + c] - normal / (1 + std::exp(-normal))));
    }
  }
  return error;
}

/// A map before a matrix product, its prologue, and two behind it, its epilogue.
double multiply() {
  auto const a = waves(m * k, 1.1f), b = waves(k * n, 1.3f), bias = waves(n, 0.7f);
  std::vector<float> y(m * n);
  auto const layer = ops::relu{} | ops::matmul{} | ops::bias{} | ops::gelu{};
  pb::status const done =
      pb::host::run(layer, pb::make_view(y.data(), m, n), pb::make_view(a.data(), m, k),
                    pb::make_view(b.data(), k, n), pb::make_view(bias.data(), n));
  double error = done.ok() ? 0 : 1;
  for (int r = 0; r < m; ++r)
    for (int c = 0; c < n; ++c) {
      double sum = bias[c];
      for (int i = 0; i < k; ++i)
        sum += std::max(double(a[r * k + i]), 0.0) * b[i * n + c];
      double const inner = 0.79788456080286536 * (sum + 0.044715 * sum * sum * sum);
      error = std::max(error, std::fabs(y[r * n + c] - 0.5 * sum * (1 + std::tanh(inner))));
    }
  return error;
}

int main() {
  double const normalized = normalize(), multiplied = multiply();
  std::printf("rms_norm | silu: largest error %g\n", normalized);
  std::printf("relu | matmul | bias | gelu: largest error %g\n", multiplied);
  return normalized < 1e-5 && multiplied < 1e-5 ? 0 : 1;
}
