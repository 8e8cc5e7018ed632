// expect: pb: nothing can follow a mean in one kernel: .*two kernels
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/ops/mean.hpp>
#include <pallasbench/ops/relu.hpp>

auto const op = pb::ops::mean{} | pb::ops::relu{};
