// expect: pb::sequence: with 16-bit elements a step is a map, a row operation, .* f32 arrays
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/core/half.hpp>
#include <pallasbench/ops/gather.hpp>
#include <pallasbench/patterns/index/index.hpp>
#include <pallasbench/patterns/steps/steps.hpp>

using lookups = pb::sequence<
    pb::step<pb::ops::gather, pb::sizes<0, 1, 2>, pb::argument<0>, pb::argument<1>>>;
using call = pb::call_of<lookups, pb::f16>::call_at<0>;
