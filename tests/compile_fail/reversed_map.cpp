// expect: pb: a sequence operation that reverses cannot be fused .*two kernels
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/compose/compose.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/ops/reverse_complement.hpp>

auto const op = pb::ops::reverse_complement{} | pb::ops::relu{};
