// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What comes after a call that had nothing to do, or was refused. Include an executor's header
// first.
#ifndef PALLASBENCH_TESTS_SUPPORT_NEXT_KERNEL_HPP
#define PALLASBENCH_TESTS_SUPPORT_NEXT_KERNEL_HPP

#include <pallasbench/ops/vector_add.hpp>

#include <vector>

#include "support/run_call.hpp"

namespace pb::test {

/// Runs a kernel whose result is known: an error that an earlier call left behind would surface
/// here.
template <class Tiling>
void check_next_kernel() {
  check_values<executor<Tiling>>({4, 6}, exact, ops::vector_add{}, {2}, std::vector<float>{1, 2},
                                 std::vector<float>{3, 4});
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_SUPPORT_NEXT_KERNEL_HPP
