// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The panels of host products against plain loops: the host executor and the f64 reference share
// them, so neither can check the other. Integers, so results are exact.
#include "support/host_executor.hpp"

#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/patterns/contract/contract_panels_host.hpp>

#include <memory>

namespace pb::test {

inline i64 left_at(i64 i, i64 k) { return (i + 2 * k) % 7 - 3; }
inline i64 right_at(i64 k, i64 j) { return (3 * k + j) % 5 - 2; }

template <class T, class At>
std::vector<T> filled(i64 rows, i64 columns, At const& at) {
  std::vector<T> values;
  for (i64 r = 0; r < rows; ++r)
    for (i64 c = 0; c < columns; ++c) values.push_back(static_cast<T>(static_cast<float>(at(r, c))));
  return values;
}

std::vector<double> product(extents const& d) {
  std::vector<double> c;
  for (i64 i = 0; i < d[0]; ++i) {
    for (i64 j = 0; j < d[2]; ++j) {
      i64 sum = 0;
      for (i64 k = 0; k < d[1]; ++k) sum += left_at(i, k) * right_at(k, j);
      c.push_back(static_cast<double>(sum));
    }
  }
  return c;
}

// M, K, N: around a panel of 128 x 64 and its 128 steps, and around tiles of 4 rows.
inline constexpr extents panel_dims[] = {{1, 129, 1},   {3, 256, 7},   {4, 128, 16},  {5, 127, 17},
                                         {127, 257, 63}, {128, 128, 64}, {129, 300, 65}, {259, 131, 130}};

TEST_CASE("panels: the host executor against plain loops") {
  for (extents const& d : panel_dims) {
    auto const c = product(d);
    check_values<executor<clamped>>(c, exact, ops::matmul{}, d, filled<float>(d[0], d[1], left_at),
                                    filled<float>(d[1], d[2], right_at));
    check_values<executor<whole_array>>(c, exact, ops::matmul{}, d,
                                        filled<float>(d[0], d[1], left_at),
                                        filled<float>(d[1], d[2], right_at));
  }
}

TEST_CASE("panels: the f64 reference against plain loops") {
  for (extents const& d : panel_dims)
    CHECK(reference_of<executor<clamped>>(ops::matmul{}, d, filled<float>(d[0], d[1], left_at),
                                          filled<float>(d[1], d[2], right_at)) == product(d));
}

TEST_CASE_TEMPLATE("panels: with and without wide vectors", C, float, double) {
  using panel = host::detail::product_panel<C>;
  auto const plain = std::make_unique<panel>();
  for (int i = 0; i < panel::rows; ++i)
    for (int k = 0; k < panel::depth; ++k)
      plain->a[i / panel::tile_m][k][i % panel::tile_m] = static_cast<C>(left_at(i, k));
  for (int k = 0; k < panel::depth; ++k)
    for (int j = 0; j < panel::columns; ++j)
      plain->b[j / panel::tile_n][k][j % panel::tile_n] = static_cast<C>(right_at(k, j));
  auto const chosen = std::make_unique<panel>(*plain);
  int const depth = panel::depth - 3;
  host::detail::add_tiles_inline(*plain, panel::tiles_m, panel::tiles_n, depth);
  host::detail::add_tiles(*chosen, panel::tiles_m, panel::tiles_n, depth);
  int wrong = 0;
  for (int i = 0; i < panel::rows; ++i) {
    for (int j = 0; j < panel::columns; ++j) {
      i64 sum = 0;
      for (int k = 0; k < depth; ++k) sum += left_at(i, k) * right_at(k, j);
      wrong += plain->sum_at(i, j) != static_cast<C>(sum) || chosen->sum_at(i, j) != plain->sum_at(i, j);
    }
  }
  CHECK(wrong == 0);
}

}  // namespace pb::test
