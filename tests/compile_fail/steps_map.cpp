// expect: pb: a sequence is several kernels and cannot be part of one
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/compose/compose.hpp>
#include <pallasbench/compose/sequence.hpp>
#include <pallasbench/ops/relu.hpp>

using steps = pb::sequence<pb::step<pb::ops::relu, pb::sizes<0>, pb::argument<0>>>;
auto const composed = steps{} | pb::ops::relu{};
