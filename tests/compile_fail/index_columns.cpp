// expect: pb: a lookup cannot be fused with a column operation: .*two kernels
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/ops/batch_norm.hpp>
#include <pallasbench/ops/gather.hpp>

auto const op = pb::ops::gather{} | pb::ops::batch_norm_1d{};
