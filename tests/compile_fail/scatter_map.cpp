// expect: pb: a scatter-add is complete only when .*scattering<op>
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/ops/scatter_add.hpp>

auto const op = pb::ops::scatter_add{} | pb::ops::relu{};
