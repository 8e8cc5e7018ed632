// expect: pb: a row operation and a column operation cannot be one kernel: .*two kernels
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/compose/compose.hpp>
#include <pallasbench/ops/batch_norm.hpp>
#include <pallasbench/ops/softmax.hpp>

auto const op = pb::ops::batch_norm_1d{} | pb::ops::softmax{};
