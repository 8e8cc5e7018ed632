// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Notice: matmul{} | bias{} | gelu{} is one operation, and one kernel: the product of a and b never
// goes to memory. Its inputs are those of the parts, in order. The result is that of the parts run
// one after the other.
#include <pallasbench/host.hpp>
#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/gelu.hpp>
#include <pallasbench/ops/matmul.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

int main() {
  constexpr int m = 50, k = 70, n = 90;
  std::vector<float> a(m * k), b(k * n), bias(n), fused(m * n), product(m * n), sum(m * n),
      y(m * n);
  for (int i = 0; i < m * k; ++i)
    a[i] = std::sin(float(i));
  for (int i = 0; i < k * n; ++i)
    b[i] = std::cos(float(i)) / 8;
  for (int i = 0; i < n; ++i)
    bias[i] = float(i % 7) - 3;

  namespace ops = pb::ops;
  auto const layer = ops::matmul{} | ops::bias{} | ops::gelu{};
  auto const at = [](std::vector<float>& v) { return pb::make_view(v.data(), m, n); };
  auto const a_view = pb::make_view(a.data(), m, k);
  auto const b_view = pb::make_view(b.data(), k, n);
  auto const bias_view = pb::make_view(bias.data(), n);

  bool const done =  // one pass over memory, then the same in three
      pb::host::run(layer, at(fused), a_view, b_view, bias_view).ok() &&
      pb::host::run(ops::matmul{}, at(product), a_view, b_view).ok() &&
      pb::host::run(ops::bias{}, at(sum), at(product), bias_view).ok() &&
      pb::host::run(ops::gelu{}, at(y), at(sum)).ok();
  if (!done) return 1;

  float difference = 0;
  for (int i = 0; i < m * n; ++i)
    difference = std::max(difference, std::fabs(fused[i] - y[i]));
  std::printf("%d x %d results, fused and in parts; largest difference %g\n", m, n, difference);
  return difference < 1e-5f ? 0 : 1;
}
