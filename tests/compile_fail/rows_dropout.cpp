// expect: pb: random_unit draws by an element's number in its array, .*kernel of its own
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/compose/compose.hpp>
#include <pallasbench/host.hpp>
#include <pallasbench/ops/dropout.hpp>
#include <pallasbench/ops/softmax.hpp>

auto const call = pb::call_of<decltype(pb::ops::softmax{} | pb::ops::dropout{}), float>::make({}, {2, 3});
