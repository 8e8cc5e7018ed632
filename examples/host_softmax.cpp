// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Notice: the arrays are the caller's, and views say what shape they have. run() allocates nothing,
// throws nothing, and refuses views that do not fit by a status that says which one and why.
#include <pallasbench/host.hpp>
#include <pallasbench/ops/softmax.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

int main() {
  constexpr int rows = 3, columns = 4;
  std::vector<float> const x = {1, 2, 3, 4, 1, 1, 1, 1, 1000, 0, 0, 0};
  std::vector<float> y(x.size());

  pb::status const done = pb::host::run(pb::ops::softmax{}, pb::make_view(y.data(), rows, columns),
                                        pb::make_view(x.data(), rows, columns));
  if (!done.ok()) return 1;
  for (int r = 0; r < rows; ++r) {
    float sum = 0;
    for (int c = 0; c < columns; ++c) {
      std::printf("%8.5f", y[r * columns + c]);
      sum += y[r * columns + c];
    }
    std::printf("   sum %.6f\n", sum);
    if (std::fabs(sum - 1) > 1e-6f) return 1;
  }

  // An output with a row too few: the status tells, and y stays as it is.
  pb::status const refused =
      pb::host::run(pb::ops::softmax{}, pb::make_view(y.data(), rows - 1, columns),
                    pb::make_view(x.data(), rows, columns));
  std::printf("refused: argument %d has %lld rows, not %lld\n", refused.argument,
              static_cast<long long>(refused.given[0]), static_cast<long long>(refused.allowed[0]));
  return refused.ok() ? 1 : 0;
}
