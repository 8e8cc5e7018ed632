// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The extents that row kernels are tried at.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_ROW_EXTENTS_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_ROW_EXTENTS_HPP

#include <pallasbench/core/extents.hpp>

namespace pb::test {

/// Both sides of each length at which the tiling changes, rows longer than a block, rows enough for a
/// warp each (8448), and nothing.
inline constexpr extents row_extents[] = {
    {0, 5},     {4, 0},     {0, 0},     {1, 1},     {3, 2},     {3, 127},   {1001, 3},
    {37, 255},  {3, 1023},  {3, 1024},  {3, 1025},  {2, 2047},  {2, 2048},  {2, 2049},
    {2, 4096},  {2, 4097},  {2, 8191},  {2, 8192},  {2, 8193},  {2, 32764}, {2, 32767},
    {2, 32768}, {2, 32769}, {2, 65536}, {2, 65537}, {3, 100003}, {3, 16}, {1030, 16},
    {1030, 17}, {8449, 37}};

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_ROW_EXTENTS_HPP
