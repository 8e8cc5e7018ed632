// expect: pb: a matrix product and a column operation cannot be one kernel: .*two kernels
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/ops/batch_norm.hpp>
#include <pallasbench/ops/matmul.hpp>

auto const op = pb::ops::matmul{} | pb::ops::batch_norm_1d{};
