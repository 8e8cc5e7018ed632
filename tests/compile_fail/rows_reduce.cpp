// expect: pb::reduce: a mean over rows is of one value a row
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/ops/mean.hpp>
#include <pallasbench/ops/softmax.hpp>
#include <pallasbench/patterns/reduce/reduce.hpp>

using body = decltype(pb::ops::softmax{} | pb::ops::mean{});
auto const call = pb::call_of<body, float>::make({}, {2, 3});
