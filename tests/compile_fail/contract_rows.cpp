// expect: pb: a matrix product cannot be fused with a row operation behind it: .*two kernels
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/softmax.hpp>

auto const op = pb::ops::matmul{} | pb::ops::softmax{};
