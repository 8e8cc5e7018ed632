// expect: pb::step: name an argument or a step_result for each input
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/compose/sequence.hpp>
#include <pallasbench/ops/vector_add.hpp>

pb::step<pb::ops::vector_add, pb::sizes<0>, pb::argument<0>> const step;
