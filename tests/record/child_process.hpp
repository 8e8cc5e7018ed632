// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What the tests of output_file share: processes to be killed, and lines to write and read back.
#ifndef PALLASBENCH_TESTS_RECORD_CHILD_PROCESS_HPP
#define PALLASBENCH_TESTS_RECORD_CHILD_PROCESS_HPP

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "scratch_folder.hpp"

namespace pb::tests {

inline std::string line_about(std::string const& kernel, std::size_t padding = 0) {
  return "{\"kernel_name\":\"" + kernel + "\",\"text\":\"" + std::string(padding, 'x') + "\"}";
}

// Every line of the file parses; gives their kernel_names.
inline std::vector<std::string> parsed_names(std::string const& path) {
  std::vector<std::string> names;
  auto const text = read_file(path);
  REQUIRE((text.empty() || text.ends_with('\n')));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    auto const object = nlohmann::json::parse(line, nullptr, false);
    REQUIRE(object.is_object());
    names.push_back(object.at("kernel_name"));
  }
  return names;
}

// A process with the signal handlers of a fresh program, not those of the test framework.
template <class Body>
pid_t start_child(Body body) {
  pid_t const child = ::fork();
  if (child != 0) return child;
  for (int const signal : {SIGINT, SIGTERM, SIGHUP})
    std::signal(signal, SIG_DFL);
  body();
  ::_exit(0);
}

// Made before a child starts: the child tells how far it is, the parent waits for that. A minute
// without a word fails the test.
class ready_pipe {
public:
  ready_pipe() { REQUIRE(::pipe2(ends_, O_CLOEXEC | O_NONBLOCK) == 0); }
  ready_pipe(ready_pipe const&) = delete;
  ready_pipe& operator=(ready_pipe const&) = delete;
  ~ready_pipe() {
    ::close(ends_[0]);
    ::close(ends_[1]);
  }

  void tell() { [[maybe_unused]] auto const told = ::write(ends_[1], "!", 1); }

  void wait() {
    pollfd told{.fd = ends_[0], .events = POLLIN, .revents = 0};
    REQUIRE(::poll(&told, 1, 60'000) == 1);
  }

private:
  int ends_[2] = {};
};

inline int wait_for(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

}  // namespace pb::tests

#endif  // PALLASBENCH_TESTS_RECORD_CHILD_PROCESS_HPP
