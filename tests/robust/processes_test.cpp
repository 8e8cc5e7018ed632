// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Work in processes: every result once, in order, whatever order they come in; a process that ends
// early is named.
#include <pallasbench/robust/processes.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

using pb::robust::for_each_in_processes;
using pb::robust::process_failure;

TEST_CASE("processes: results arrive in order, each once") {
  for (std::size_t const jobs : {1u, 2u, 3u, 50u}) {
    std::vector<std::string> taken;
    for_each_in_processes(
        20, jobs,
        [](std::size_t i) {
          std::this_thread::sleep_for(std::chrono::milliseconds(i % 3 == 0 ? 5 : 0));
          return std::to_string(i);
        },
        [&](std::size_t i, std::string result) {
          CHECK(i == taken.size());
          taken.push_back(std::move(result));
        });
    REQUIRE(taken.size() == 20);
    for (std::size_t i = 0; i < taken.size(); ++i) CHECK(taken[i] == std::to_string(i));
  }
}

TEST_CASE("processes: there are as many as asked for, and results larger than a pipe holds") {
  std::set<std::string> processes;
  for_each_in_processes(
      6, 3,
      [](std::size_t) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        return std::to_string(getpid()) + std::string(1 << 20, 'x');
      },
      [&](std::size_t, std::string const& result) {
        CHECK(result.size() > 1 << 20);
        processes.insert(result.substr(0, result.find('x')));
      });
  CHECK(processes.size() == 3);
  CHECK_FALSE(processes.contains(std::to_string(getpid())));
}

TEST_CASE("processes: no work, and results without bytes") {
  std::size_t taken = 0;
  auto const nothing = [](std::size_t) { return std::string(); };
  auto const count = [&](std::size_t, std::string const& result) { taken += result.empty(); };
  for_each_in_processes(0, 4, nothing, count);
  CHECK(taken == 0);
  for_each_in_processes(3, 2, nothing, count);
  CHECK(taken == 3);
}

TEST_CASE("processes: one that ends early is named, with what it was at") {
  auto const run = [](auto const& end) {
    for_each_in_processes(
        5, 2,
        [&](std::size_t i) {
          if (i == 3) end();
          return std::string();
        },
        [](std::size_t i, std::string const&) { CHECK(i < 3); });
  };
  CHECK_THROWS_WITH_AS(run([] { raise(SIGKILL); }), "the process at number 3 was ended by Killed",
                       process_failure);
  CHECK_THROWS_WITH_AS(run([] { _exit(7); }), "the process at number 3 ended with status 7",
                       process_failure);
}

TEST_CASE("processes: what take throws ends them") {
  auto const work = [](std::size_t i) {
    if (i > 0) std::this_thread::sleep_for(std::chrono::seconds(30));
    return std::string();
  };
  auto const start = std::chrono::steady_clock::now();
  CHECK_THROWS_AS(for_each_in_processes(4, 4, work,
                                        [](std::size_t, std::string const&) { throw 1; }),
                  int);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
}

}  // namespace
