// expect: pb::sequence: a step names the result of a step that does not precede it
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/compose/sequence.hpp>
#include <pallasbench/ops/relu.hpp>

pb::sequence<pb::step<pb::ops::relu, pb::sizes<0>, pb::argument<0>>,
             pb::step<pb::ops::relu, pb::sizes<0>, pb::step_result<1>>> const steps{};
