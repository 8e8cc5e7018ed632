// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// gather from a table of more than 2^31 elements, on the host. E0xx: the numbers of a catalogue of
// inputs that have broken kernels of this kind.
#include <pallasbench/kernels/level1/gather.hpp>

#include <cstdlib>

#include "support/host_executor.hpp"

namespace pb::test {

TEST_CASE("E050 gather: rows beyond 2^31 elements") {
  // Of 4.3 GiB only the rows that are looked up are ever touched, and thus take memory.
  constexpr i64 rows = 16386, columns = 131072;
  struct release {
    void operator()(f16* table) const { std::free(table); }
  };
  std::unique_ptr<f16, release> const table(
      static_cast<f16*>(std::calloc(rows * columns, sizeof(f16))));
  if (table == nullptr) {
    MESSAGE("skipped: no address space of 4.3 GiB");
    return;
  }
  std::vector<i32> const index{0, 16383, 16384, 16385};
  for (i64 const row : index)
    std::fill_n(table.get() + row * columns, columns, f16(row % 1024));
  placed_array<host_memory, i32> const numbers(index, 0, poison);
  placed_array<host_memory, f16> const y(poisoned<f16>(4 * columns), 0, around_output);
  CHECK(executor<clamped>::accepts(kernels::gather::body{}, make_view(y.data(), 4, columns),
                                   make_view(table.get(), rows, columns),
                                   make_view(numbers.data(), 4)));
  std::vector<double> expected;
  for (double const value : {0, 1023, 0, 1}) expected.insert(expected.end(), columns, value);
  check_elements(y.read(), expected, exact);
}

}  // namespace pb::test
