// expect: pb: one_hot cannot be fused with another operation: .*two kernels
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/compose/compose.hpp>
#include <pallasbench/ops/one_hot.hpp>
#include <pallasbench/ops/relu.hpp>

auto const op = pb::ops::one_hot{} | pb::ops::relu{};
