// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Many times of one piece of device work, by events. timing.hpp decides what the work is.
#ifndef PALLASBENCH_MEASURE_SAMPLING_HPP
#define PALLASBENCH_MEASURE_SAMPLING_HPP

#include <pallasbench/measure/handles.hpp>
#include <pallasbench/measure/status.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

namespace pb::measure {

/// When to stop: after `budget_seconds` and `min_samples`, whichever is later; but after ten times
/// the budget three samples have to do (or min_samples, if that is less).
struct sampling_rule {
  double budget_seconds = 0.25;
  int min_samples = 30;

  bool enough(std::size_t samples, double elapsed_seconds) const {
    bool const impatient = elapsed_seconds >= 10 * budget_seconds;
    auto const needed =
        static_cast<std::size_t>(impatient ? std::min(min_samples, 3) : min_samples);
    return elapsed_seconds >= budget_seconds && samples >= needed;
  }
};

namespace detail {

/// One sample: `before` is enqueued untimed, then `work` between two events. While the device is
/// busy with `before`, the host enqueues the rest, so that its own slowness is not in the time.
inline status sample_once(stream const& on, launch_fn const& before, launch_fn const& work,
                          event const& begin, event const& end, double& seconds) {
  return in_order([&] { return check(before(on.get()), "preparing a sample"); },
                  [&] { return begin.record(on); },
                  [&] { return check(work(on.get()), "launching"); },
                  [&] { return end.record(on); }, [&] { return on.synchronize(); },
                  [&] { return end.seconds_since(begin, seconds); });
}

}  // namespace detail

/// Adds the seconds of each sample to `samples`, until `rule` says that it is enough.
inline status take_samples(stream const& on, launch_fn const& before, launch_fn const& work,
                           sampling_rule rule, std::vector<double>& samples) {
  using clock = std::chrono::steady_clock;
  event begin;
  event end;
  auto result = in_order([&] { return begin.create(); }, [&] { return end.create(); });
  auto const start = clock::now();
  double elapsed = 0;
  while (result.ok() && !rule.enough(samples.size(), elapsed)) {
    double seconds = 0;
    result = detail::sample_once(on, before, work, begin, end, seconds);
    if (result.ok()) samples.push_back(seconds);
    elapsed = std::chrono::duration<double>(clock::now() - start).count();
  }
  return result;
}

}  // namespace pb::measure

#endif  // PALLASBENCH_MEASURE_SAMPLING_HPP
