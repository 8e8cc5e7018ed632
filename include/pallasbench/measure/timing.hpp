// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// How long a kernel takes: warm, from replays of a graph of many launches; cold, from single
// launches after the L2 cache was flushed; and whether its launch costs more than its work.
#ifndef PALLASBENCH_MEASURE_TIMING_HPP
#define PALLASBENCH_MEASURE_TIMING_HPP

#include <pallasbench/measure/empty_kernel.hpp>
#include <pallasbench/measure/handles.hpp>
#include <pallasbench/measure/hardware.hpp>
#include <pallasbench/measure/memory.hpp>
#include <pallasbench/measure/sampling.hpp>
#include <pallasbench/measure/statistics.hpp>
#include <pallasbench/measure/status.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pb::measure {

/// The rule holds for the warm and for the cold samples each. A replay is made to last about
/// `replay_seconds`, with at most `max_launches` launches in it.
struct timing_options {
  sampling_rule rule;
  double replay_seconds = 2e-3;
  int max_launches = 1000;
};

/// Times in seconds, of one launch. `samples` counts the warm ones, `method` says in a sentence how
/// they were taken. The SM clock is read between warm-up and first sample, and after the last.
struct timing {
  double median = 0;
  double p10 = 0;
  double p90 = 0;
  int samples = 0;
  std::string method;
  double cold_l2_median = 0;
  std::optional<int> clock_mhz_before;
  std::optional<int> clock_mhz_after;
  bool launch_bound = false;
};

/// `value` is complete if `outcome` is ok, and to be ignored otherwise.
struct timing_result {
  status outcome;
  timing value;
};

namespace detail {

/// The steps of measure(), in the order in which run() takes them, and what they share.
class measurement {
public:
  measurement(launch_fn launch, timing_options options)
      : launch_(std::move(launch)), options_(options) {}

  timing_result run() {
    auto outcome = in_order([&] { return stream_.create(); }, [&] { return choose_launches(); },
                            [&] { return graph_.capture(stream_, launch_, launches_); },
                            [&] { return sample_warm(); }, [&] { return compare_with_empty(); },
                            [&] { return sample_cold(); });
    describe();
    return {std::move(outcome), std::move(timing_)};
  }

private:
  /// The first call loads the kernel and is not timed. The second includes the host's slowness, so
  /// that a replay of a tiny kernel comes out shorter than asked for, never longer.
  status choose_launches() {
    std::vector<double> seconds;
    auto result =
        take_samples(stream_, launch_, launch_, {.budget_seconds = 0, .min_samples = 1}, seconds);
    if (!result.ok()) return result;
    double const wanted = options_.replay_seconds / std::max(median(seconds), 1e-9);
    launches_ = static_cast<int>(std::clamp(std::ceil(wanted), 1.0, 1.0 * options_.max_launches));
    return {};
  }

  status sample_warm() {
    auto warm_up = in_order([&] { return check(replay_(stream_.get()), "first replay"); },
                            [&] { return stream_.synchronize(); });
    if (!warm_up.ok()) return warm_up;
    timing_.clock_mhz_before = current_clock();
    std::vector<double> replays;
    auto result = take_samples(stream_, replay_, replay_, options_.rule, replays);
    timing_.clock_mhz_after = current_clock();
    for (auto& seconds : replays)
      seconds /= launches_;
    timing_.median = median(replays);
    timing_.p10 = quantile(replays, 0.1);
    timing_.p90 = quantile(replays, 0.9);
    timing_.samples = static_cast<int>(replays.size());
    return result;
  }

  /// The same graph with an empty kernel in place of each node. Where that takes more than half as
  /// long, the launches cost more than the work.
  status compare_with_empty() {
    empty_kernel empty;
    graph empties;
    launch_fn const launch = [&](cudaStream_t on) { return empty.launch(on); };
    launch_fn const replay = [&](cudaStream_t on) { return empties.replay(on); };
    sampling_rule const rule{.budget_seconds = options_.rule.budget_seconds / 10};
    std::vector<double> seconds;
    auto result =
        in_order([&] { return empty.load(); },
                 [&] { return check(empty.launch(stream_.get()), "launching the empty kernel"); },
                 [&] { return empties.capture(stream_, launch, graph_.num_nodes()); },
                 [&] { return take_samples(stream_, replay, replay, rule, seconds); });
    timing_.launch_bound = timing_.median * launches_ < 2 * median(seconds);
    return result;
  }

  status sample_cold() {
    int device = 0;
    int l2_bytes = 0;
    device_buffer flush;
    launch_fn const flush_l2 = [&](cudaStream_t on) {
      return cudaMemsetAsync(flush.data(), 0x55, static_cast<std::size_t>(flush.bytes()), on);
    };
    std::vector<double> seconds;
    auto result =
        in_order([&] { return check(cudaGetDevice(&device), "current device"); },
                 [&] {
                   return check(cudaDeviceGetAttribute(&l2_bytes, cudaDevAttrL2CacheSize, device),
                                "L2 size");
                 },
                 [&] { return flush.allocate(3 * static_cast<i64>(l2_bytes)); },
                 [&] { return take_samples(stream_, flush_l2, launch_, options_.rule, seconds); });
    timing_.cold_l2_median = median(seconds);
    return result;
  }

  void describe() {
    timing_.method =
        "warm: CUDA events around replays of a graph of " + std::to_string(launches_) +
        " launches, each right after an untimed replay; cold L2: events around single launches, "
        "each right after a memset of three times the L2 size, nothing subtracted";
  }

  static std::optional<int> current_clock() {
    int device = 0;
    if (cudaGetDevice(&device) != cudaSuccess) return std::nullopt;
    return sm_clock_mhz(device);
  }

  launch_fn launch_;
  timing_options options_;
  timing timing_;
  int launches_ = 1;
  stream stream_;
  graph graph_;
  launch_fn replay_ = [this](cudaStream_t on) { return graph_.replay(on); };
};

}  // namespace detail

/// Times `launch` on the current device. What it reads and writes must stay allocated, and one call
/// must not depend on another: it is called and replayed thousands of times.
inline timing_result measure(launch_fn launch, timing_options options = {}) {
  return detail::measurement(std::move(launch), options).run();
}

}  // namespace pb::measure

#endif  // PALLASBENCH_MEASURE_TIMING_HPP
