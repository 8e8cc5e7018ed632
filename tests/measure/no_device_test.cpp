// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// On a machine without a device or driver every call says so and none crashes or hangs. Where there
// is a device, tests/gpu has the cases.
#include <pallasbench/measure/hardware.hpp>
#include <pallasbench/measure/memory.hpp>
#include <pallasbench/measure/timing.hpp>

#include <doctest/doctest.h>

#include <string>

TEST_CASE("a device is found, or a sentence says why not") {
  std::string why_not;
  auto const device = pb::measure::find_device(why_not);
  CHECK(device.has_value() == why_not.empty());
  if (device) return;
  CHECK_FALSE(pb::measure::sm_clock_mhz().has_value());
  CHECK_FALSE(pb::measure::device_buffer().allocate(16).ok());
  auto const timed = pb::measure::measure([](cudaStream_t) { return cudaSuccess; });
  CHECK_FALSE(timed.outcome.ok());
  CHECK_FALSE(timed.outcome.message.empty());
  CHECK(pb::jit::loaded_module().load({'n', 'o'}) != cudaSuccess);
}

TEST_CASE("a device that does not exist is refused") {
  std::string why_not;
  CHECK_FALSE(pb::measure::find_device(why_not, 1000).has_value());
  CHECK_FALSE(why_not.empty());
}

TEST_CASE("steps run in order until one fails") {
  int steps = 0;
  auto const failed = pb::measure::in_order(
      [&] { return ++steps, pb::measure::status{}; },
      [&] { return ++steps, pb::measure::check(cudaErrorInvalidValue, "second step"); },
      [&] { return ++steps, pb::measure::status{}; });
  CHECK(steps == 2);
  CHECK(failed.code == cudaErrorInvalidValue);
  CHECK(failed.message.starts_with("second step: "));
}

TEST_CASE("sampling ends by budget and count, and runs out of patience") {
  pb::measure::sampling_rule const rule{.budget_seconds = 1, .min_samples = 30};
  CHECK_FALSE(rule.enough(1000, 0.5));
  CHECK_FALSE(rule.enough(29, 2));
  CHECK(rule.enough(30, 1));
  CHECK(rule.enough(3, 10));
  CHECK_FALSE(rule.enough(2, 10));
}
