// expect: pb: a lookup cannot be fused with a row operation: .*two kernels
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/ops/gather.hpp>
#include <pallasbench/ops/softmax.hpp>

auto const op = pb::ops::gather{} | pb::ops::softmax{};
