// expect: pb: in one kernel a mean can follow only maps and row operations .*two kernels
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/mean.hpp>

auto const op = pb::ops::matmul{} | pb::ops::mean{};
