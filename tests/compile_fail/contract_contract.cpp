// expect: pb: two matrix products cannot be one kernel: .*two kernels
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/ops/matmul.hpp>

auto const op = pb::ops::matmul{} | pb::ops::matmul{};
