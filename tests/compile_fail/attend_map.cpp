// expect: pb: attention cannot be fused with another operation
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/compose/compose.hpp>
#include <pallasbench/ops/attention_forward.hpp>
#include <pallasbench/ops/relu.hpp>

auto const composed = pb::ops::attention_forward{} | pb::ops::relu{};
