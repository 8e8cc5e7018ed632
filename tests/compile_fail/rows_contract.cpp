// expect: pb: a row operation cannot be the prologue of a matrix product: .*two kernels
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/softmax.hpp>

auto const op = pb::ops::softmax{} | pb::ops::matmul{};
