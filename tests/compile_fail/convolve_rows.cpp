// expect: pb: only a map can follow a convolution in one kernel: .*two kernels
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/ops/conv1d.hpp>
#include <pallasbench/ops/softmax.hpp>

auto const op = pb::ops::conv1d{} | pb::ops::softmax{};
