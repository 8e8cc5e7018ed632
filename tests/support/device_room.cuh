// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// For cases that need gigabytes of device memory.
#ifndef PALLASBENCH_TESTS_SUPPORT_DEVICE_ROOM_CUH
#define PALLASBENCH_TESTS_SUPPORT_DEVICE_ROOM_CUH

#include "support/cuda_executor.cuh"

namespace pb::test {

/// Whether so many bytes, and a little more, are free; says so if not, and the case is to end.
inline bool has_room(i64 bytes) {
  std::size_t available = 0, total = 0;
  require(measure::check(cudaMemGetInfo(&available, &total), "asking for the memory left"));
  bool const enough = static_cast<i64>(available) > bytes + (i64(1) << 28);
  if (!enough) MESSAGE("skipped: " << bytes << " bytes are needed, " << available << " are free");
  return enough;
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_SUPPORT_DEVICE_ROOM_CUH
