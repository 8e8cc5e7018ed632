// expect: pb: a convolution cannot follow another operation in one kernel: .*two kernels
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/ops/conv1d.hpp>
#include <pallasbench/ops/relu.hpp>

auto const op = pb::ops::relu{} | pb::ops::conv1d{};
