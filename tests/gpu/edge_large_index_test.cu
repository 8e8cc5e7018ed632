// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// gather from a table of more than 2^31 elements, on the GPU. E0xx: the numbers of a catalogue of
// inputs that have broken kernels of this kind.
#include <pallasbench/kernels/level1/gather.hpp>

#include "support/device_room.cuh"

namespace pb::test {
namespace {

/// Fills row r with r % 1024, one block a row.
__global__ void fill_rows(f16* table, i64 columns) {
  f16* const row = table + blockIdx.x * columns;
  for (i64 c = threadIdx.x; c < columns; c += blockDim.x) row[c] = f16(blockIdx.x % 1024);
}

TEST_CASE("E050 gather: rows beyond 2^31 elements") {
  constexpr i64 rows = 16386, columns = 131072;
  constexpr std::size_t table_bytes = rows * columns * sizeof(f16);
  if (!has_room(static_cast<i64>(table_bytes))) return;
  device_memory const memory(table_bytes);
  f16* const table = static_cast<f16*>(memory.data());
  fill_rows<<<rows, 256>>>(table, columns);
  require(measure::check(cudaDeviceSynchronize(), "filling the table"));
  placed_array<device_memory, i32> const index({0, 16383, 16384, 16385}, 0, poison);
  placed_array<device_memory, f16> const y(poisoned<f16>(4 * columns), 0, around_output);
  CHECK(executor<clamped>::accepts(kernels::gather::body{}, make_view(y.data(), 4, columns),
                                   make_view(table, rows, columns), make_view(index.data(), 4)));
  std::vector<double> expected;
  for (double const value : {0, 1023, 0, 1}) expected.insert(expected.end(), columns, value);
  check_elements(y.read(), expected, exact);
}

}  // namespace
}  // namespace pb::test
