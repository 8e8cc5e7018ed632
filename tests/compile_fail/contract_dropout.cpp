// expect: pb: random_unit draws by an element's number in its array, .*kernel of its own
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/host.hpp>
#include <pallasbench/ops/dropout.hpp>
#include <pallasbench/ops/matmul.hpp>

void multiply(pb::call_of<decltype(pb::ops::matmul{} | pb::ops::dropout{}), float> const& call) {
  pb::host::run(call, pb::plan{});
}
