// expect: pb::contract: the tiling.s bound is below a block of 128 x 128
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/patterns/contract/contract.hpp>

auto plan(pb::contract_call<pb::ops::matmul, float> const& call) {
  return call.plan_for<pb::tiling::clamped<1024>>();
}
