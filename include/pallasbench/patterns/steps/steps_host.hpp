// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Host executor of pattern steps: each step by the executor of its own pattern, whose header is
// included before the call.
#ifndef PALLASBENCH_PATTERNS_STEPS_STEPS_HOST_HPP
#define PALLASBENCH_PATTERNS_STEPS_STEPS_HOST_HPP

#include <pallasbench/patterns/steps/steps.hpp>

namespace pb::host {

/// Runs the steps in order, each under its own plan: whole arrays where the plan's block is one.
template <class Body, class T>
void run(steps_call<Body, T> const& call, plan const& p) {
  call.for_each_step([&](auto const& step, auto) {
    run(step, p.one_block ? step.template plan_for<tiling::whole_array>()
                          : step.template plan_for<tiling::clamped<65536>>());
  });
}

}  // namespace pb::host

#endif  // PALLASBENCH_PATTERNS_STEPS_STEPS_HOST_HPP
