// expect: pb: a sequence operation counts over its whole input and cannot be fused .*two kernels
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/compose/compose.hpp>
#include <pallasbench/ops/kmer_count.hpp>
#include <pallasbench/ops/relu.hpp>

auto const op = pb::ops::kmer_count{} | pb::ops::relu{};
