// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Notice: two matrix products cannot be one kernel, but they can be one operation: a sequence of
// two steps, each a fused kernel. What lies between the steps is in a workspace, which is the
// caller's like every other array; on the GPU, pb::cuda::launch() takes one in the same way.
#include <pallasbench/compose/sequence.hpp>
#include <pallasbench/host.hpp>
#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/silu.hpp>
#include <pallasbench/ops/tanh_activation.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <vector>

namespace ops = pb::ops;

using first = decltype(ops::matmul{} | ops::bias{} | ops::silu{});
using second = decltype(ops::matmul{} | ops::bias{} | ops::tanh_activation{});

/// y = tanh(silu(x w1 + b1) w2 + b2), inputs x, w1, b1, w2, b2. The sizes 0 to 3 are rows,
/// features, hidden features and results; each step says which are its rows, inner and columns.
using mlp = pb::sequence<
    pb::step<first, pb::sizes<0, 1, 2>, pb::argument<0>, pb::argument<1>, pb::argument<2>>,
    pb::step<second, pb::sizes<0, 2, 3>, pb::step_result<0>, pb::argument<3>, pb::argument<4>>>;

/// act(x w + b), by plain loops in double.
template <class Act>
std::vector<double> layer(std::vector<double> const& x, std::vector<float> const& w,
                          std::vector<float> const& b, Act act) {
  std::size_t const columns = b.size(), inner = w.size() / columns, rows = x.size() / inner;
  std::vector<double> y(rows * columns);
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c) {
      double sum = b[c];
      for (std::size_t k = 0; k < inner; ++k)
        sum += x[r * inner + k] * w[k * columns + c];
      y[r * columns + c] = act(sum);
    }
  return y;
}

std::vector<float> waves(int n, float step, float scale) {
  std::vector<float> v(n);
  for (int i = 0; i < n; ++i)
    v[i] = scale * std::sin(step * float(i));
  return v;
}

int main() {
  constexpr int rows = 33, features = 50, hidden = 70, results = 20;
  auto const x = waves(rows * features, 1.1f, 1), w1 = waves(features * hidden, 1.3f, 0.5f),
             b1 = waves(hidden, 0.7f, 0.5f), w2 = waves(hidden * results, 1.7f, 0.1f),
             b2 = waves(results, 0.9f, 0.5f);
  std::vector<float> y(rows * results);

  auto const y_all = pb::make_view(y.data(), rows, results);
  auto const x_all = pb::make_view(x.data(), rows, features);
  auto const w1_all = pb::make_view(w1.data(), features, hidden);
  auto const b1_all = pb::make_view(b1.data(), hidden);
  auto const w2_all = pb::make_view(w2.data(), hidden, results);
  auto const b2_all = pb::make_view(b2.data(), results);

  struct alignas(256) block {  // a workspace begins on a boundary of 256 bytes
    std::byte bytes[256];
  };
  auto const bytes =
      pb::host::workspace_bytes(mlp{}, y_all, x_all, w1_all, b1_all, w2_all, b2_all);
  std::vector<block> workspace((bytes + sizeof(block) - 1) / sizeof(block));

  pb::status const refused =
      pb::host::run(mlp{}, y_all, x_all, w1_all, b1_all, w2_all, b2_all);
  if (refused.what != pb::status::reason::no_workspace) return 1;  // and y is as it was
  pb::status const done = pb::host::run(mlp{}, workspace.data(), y_all, x_all, w1_all, b1_all,
                                        w2_all, b2_all);
  if (!done.ok()) return 1;

  auto const silu = [](double v) { return v / (1 + std::exp(-v)); };
  auto const tanh = [](double v) { return std::tanh(v); };
  auto const wanted = layer(layer({x.begin(), x.end()}, w1, b1, silu), w2, b2, tanh);
  double error = 0;
  for (int i = 0; i < rows * results; ++i)
    error = std::max(error, std::fabs(y[i] - wanted[i]));
  std::printf("%d steps, %lld bytes of workspace, largest error %g\n", mlp::num_steps,
              static_cast<long long>(bytes), error);
  return error < 1e-5 ? 0 : 1;
}
