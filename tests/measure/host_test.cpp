// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The parts of measure/ that need no CUDA: quantiles, and the facts of the host.
#include <pallasbench/measure/host.hpp>
#include <pallasbench/measure/statistics.hpp>

#include <doctest/doctest.h>

#include <cmath>

TEST_CASE("quantiles interpolate between neighbours, in any order of the input") {
  std::vector<double> const values{4, 1, 3, 2, 5};
  CHECK(pb::measure::median(values) == 3);
  CHECK(pb::measure::quantile(values, 0) == 1);
  CHECK(pb::measure::quantile(values, 1) == 5);
  CHECK(pb::measure::quantile(values, 0.1) == doctest::Approx(1.4));
  CHECK(pb::measure::median({1, 2}) == 1.5);
  CHECK(pb::measure::median({7}) == 7);
  CHECK(std::isnan(pb::measure::median({})));
}

TEST_CASE("the host has cores and a compiler") {
  auto const host = pb::measure::find_host();
  CHECK(host.cores > 0);
  CHECK_FALSE(host.compiler.empty());
}
