// expect: pb: a lookup cannot follow another operation in one kernel: .*gather{} \| op{}
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/ops/gather.hpp>
#include <pallasbench/ops/relu.hpp>

auto const op = pb::ops::relu{} | pb::ops::gather{};
