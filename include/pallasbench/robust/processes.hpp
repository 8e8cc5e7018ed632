// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Work in several processes at once, for what takes turns inside of one: NVRTC compiles one program at
// a time. POSIX.
#ifndef PALLASBENCH_ROBUST_PROCESSES_HPP
#define PALLASBENCH_ROBUST_PROCESSES_HPP

#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <iostream>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace pb::robust {

/// A process could not be started, or ended without its result.
struct process_failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

namespace detail {

/// The number of the next piece of work, in memory that parent and children share.
class shared_counter {
 public:
  shared_counter() {
    void* const memory = mmap(nullptr, sizeof(value_type), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw process_failure(std::string("mmap: ") + std::strerror(errno));
    value_ = new (memory) value_type(0);
  }
  shared_counter(shared_counter const&) = delete;
  ~shared_counter() { munmap(value_, sizeof(value_type)); }

  std::size_t next() { return value_->fetch_add(1); }

 private:
  using value_type = std::atomic<std::size_t>;
  static_assert(value_type::is_always_lock_free);
  value_type* value_;
};

/// What a child says before and behind a piece of work: its number, and the bytes of its result.
struct message {
  std::size_t number;
  std::size_t bytes;
  bool is_done;
};

inline void write_all(int to, void const* data, std::size_t bytes) {
  auto const* at = static_cast<char const*>(data);
  while (bytes != 0) {
    ssize_t const written = ::write(to, at, bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) _exit(1);  // nobody reads it any more
    at += written;
    bytes -= static_cast<std::size_t>(written);
  }
}

inline bool read_all(int from, void* data, std::size_t bytes) {
  auto* at = static_cast<char*>(data);
  while (bytes != 0) {
    ssize_t const got = ::read(from, at, bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

/// The processes that work for this one; those that are left are ended with it.
class children {
 public:
  struct child {
    pid_t process;
    int from;
    std::size_t at = 0;  // its piece of work
    bool works = false;
  };

  children() = default;
  children(children const&) = delete;
  ~children() {
    for (auto const& one : running) {
      ::kill(one.process, SIGKILL);
      end(one);
    }
  }

  /// body(to) in a child, which writes to `to` and ends with it.
  template <class Body>
  void start(Body const& body) {
    int ends[2];
    if (::pipe(ends) != 0) throw process_failure(std::string("pipe: ") + std::strerror(errno));
    pid_t const process = ::fork();
    if (process < 0) throw process_failure(std::string("fork: ") + std::strerror(errno));
    if (process == 0) {
      for (auto const& other : running) close(other.from);
      ::close(ends[0]);
      body(ends[1]);
      _exit(0);
    }
    ::close(ends[1]);
    running.push_back({process, ends[0]});
  }

  /// A sentence's end on how a child ended.
  static std::string end(child const& one) {
    ::close(one.from);
    int status = 0;
    while (::waitpid(one.process, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status)) return std::string("was ended by ") + strsignal(WTERMSIG(status));
    return "ended with status " + std::to_string(WEXITSTATUS(status));
  }

  std::vector<child> running;
};

}  // namespace detail

/// Calls work(i), which returns a string, for each i from 0 to count - 1, in up to `jobs` processes at
/// once, and take(i, string) in this one, in order. The processes are forks: this one must have no other
/// threads. process_failure names what a process was at when it ended early; work must not throw.
template <class Work, class Take>
void for_each_in_processes(std::size_t count, std::size_t jobs, Work const& work, Take const& take) {
  std::cout.flush();  // a child would write what waits there a second time
  std::cerr.flush();
  detail::shared_counter counter;
  detail::children children;
  for (std::size_t job = 0; job < jobs && job < count; ++job) {
    children.start([&](int to) {
      for (std::size_t i = counter.next(); i < count; i = counter.next()) {
        detail::message const begun{i, 0, false};
        detail::write_all(to, &begun, sizeof begun);
        std::string const result = work(i);
        detail::message const done{i, result.size(), true};
        detail::write_all(to, &done, sizeof done);
        detail::write_all(to, result.data(), result.size());
      }
    });
  }
  std::map<std::size_t, std::string> waiting;  // results that came before their turn
  std::size_t next = 0;
  while (!children.running.empty()) {
    std::vector<pollfd> watched;
    for (auto const& child : children.running) watched.push_back({child.from, POLLIN, 0});
    if (::poll(watched.data(), watched.size(), -1) < 0) {
      if (errno == EINTR) continue;
      throw process_failure(std::string("poll: ") + std::strerror(errno));
    }
    for (std::size_t c = watched.size(); c-- > 0;) {
      if (watched[c].revents == 0) continue;
      auto& child = children.running[c];
      detail::message told{};
      std::string result;
      bool heard = detail::read_all(child.from, &told, sizeof told);
      if (heard) {
        child.at = told.number;
        child.works = !told.is_done;
        result.resize(told.bytes);
        if (told.is_done) heard = detail::read_all(child.from, result.data(), told.bytes);
      }
      if (!heard) {
        auto const ended = child;
        children.running.erase(children.running.begin() + static_cast<std::ptrdiff_t>(c));
        auto const how = detail::children::end(ended);
        if (ended.works)
          throw process_failure("the process at number " + std::to_string(ended.at) + " " + how);
        continue;
      }
      if (told.is_done) waiting.emplace(told.number, std::move(result));
    }
    for (auto first = waiting.begin(); first != waiting.end() && first->first == next; ++next) {
      take(first->first, std::move(first->second));
      first = waiting.erase(first);
    }
  }
  if (next != count)
    throw process_failure("a process ended before number " + std::to_string(next) + " was begun");
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_PROCESSES_HPP
