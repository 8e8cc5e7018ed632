// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// output_file among processes: several writers of one target, SIGKILL at random moments, and the
// signals that a user sends.
#include <pallasbench/record/output_file.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "child_process.hpp"
#include "scratch_folder.hpp"

using pb::record::output_file;
using pb::tests::line_about;
using pb::tests::parsed_names;
using pb::tests::read_file;
using pb::tests::ready_pipe;
using pb::tests::scratch_folder;
using pb::tests::start_child;
using pb::tests::wait_for;
using pb::tests::write_file;

TEST_CASE("output: several processes add lines to one target") {
  scratch_folder const folder;
  auto const target = folder / "out.jsonl";
  std::vector<pid_t> children;
  for (char const shard : {'a', 'b', 'c', 'd'})
    children.push_back(start_child([&] {
      output_file file;
      if (!file.open(target, true).ok()) ::_exit(1);
      for (int i = 0; i < 10; ++i)
        if (!file.write_line(line_about(shard + std::to_string(i), 5000)).ok()) ::_exit(1);
    }));
  for (pid_t const child : children)
    CHECK(wait_for(child) == 0);
  auto const names = parsed_names(target);
  CHECK(names.size() == 40);
  CHECK(std::set(names.begin(), names.end()).size() == 40);
}

TEST_CASE("output: SIGKILL under resume leaves whole lines, from the first to the last written") {
  scratch_folder const folder;
  auto const target = folder / "out.jsonl";
  std::mt19937 random(5);
  for (int round = 0; round < 60; ++round) {
    if (round % 20 == 0) std::filesystem::remove(target);
    auto const before = std::filesystem::exists(target) ? parsed_names(target).size() : 0;
    ready_pipe ready;
    pid_t const child = start_child([&] {
      output_file file;
      if (!file.open(target, true).ok()) ::_exit(1);
      auto number = file.kernel_names().size();
      while (file.write_line(line_about(std::to_string(number++), 200'000)).ok())
        ready.tell();
    });
    bool const after_a_line = round % 2 == 0;
    if (after_a_line) ready.wait();
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 20'000));
    ::kill(child, SIGKILL);
    CHECK(WIFSIGNALED(wait_for(child)));
    if (!std::filesystem::exists(target)) continue;
    auto const names = parsed_names(target);
    REQUIRE(names.size() >= before + (after_a_line ? 1 : 0));
    for (std::size_t i = 0; i < names.size(); ++i)
      REQUIRE(names[i] == std::to_string(i));
  }
}

TEST_CASE("output: SIGKILL without resume leaves the earlier file or the next one") {
  scratch_folder const folder;
  auto const target = folder / "out.jsonl";
  std::string const ends[] = {line_about("old", 300'000) + "\n", line_about("new", 300'000) + "\n"};
  std::mt19937 random(6);
  for (int round = 0; round < 60; ++round) {
    write_file(target, ends[0]);
    pid_t const child = start_child([&] {
      output_file file;
      if (!file.open(target).ok() || !file.write_line(line_about("new", 300'000)).ok()) ::_exit(1);
      if (!file.commit().ok()) ::_exit(1);
    });
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 5'000));
    ::kill(child, SIGKILL);
    wait_for(child);
    auto const text = read_file(target);
    REQUIRE((text == ends[0] || text == ends[1]));
  }
}

TEST_CASE(
    "output: SIGINT, SIGTERM and SIGHUP remove the temporary file and still end the program") {
  for (int const signal : {SIGINT, SIGTERM, SIGHUP}) {
    scratch_folder const folder;
    auto const target = folder / "out.jsonl";
    write_file(target, "old\n");
    ready_pipe ready;
    pid_t const child = start_child([&] {
      output_file file;
      if (!file.open(target).ok() || !file.write_line("{}").ok()) ::_exit(1);
      ready.tell();
      for (;;)
        ::pause();
    });
    ready.wait();
    CHECK(folder.entries() == 2);
    ::kill(child, signal);
    int const status = wait_for(child);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == signal);
    CHECK(folder.entries() == 1);
    CHECK(read_file(target) == "old\n");
  }
}

TEST_CASE("output: a forked child that is killed leaves its parent's temporary file") {
  scratch_folder const folder;
  output_file file;
  REQUIRE(file.open(folder / "out.jsonl").ok());
  CHECK(WTERMSIG(wait_for(start_child([] {
          pb::record::remove_temporary_files_on_signals();
          ::raise(SIGTERM);
        }))) == SIGTERM);
  CHECK(folder.entries() == 1);
  REQUIRE(file.write_line("{}").ok());
  REQUIRE(file.commit().ok());
  CHECK(read_file(folder / "out.jsonl") == "{}\n");
}
