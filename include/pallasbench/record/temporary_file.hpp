// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// temporary_file: a file beside its target that takes the target's place in one step, or vanishes,
// also when SIGINT, SIGTERM or SIGHUP ends the program. Functions return 0 or an errno value; what
// a user is told about one is in output_file.hpp.
#ifndef PALLASBENCH_RECORD_TEMPORARY_FILE_HPP
#define PALLASBENCH_RECORD_TEMPORARY_FILE_HPP

#include <pallasbench/record/descriptor.hpp>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace pb::record {

/// A path that a signal handler may remove. Only the process that set `owner` does so: a forked
/// child that is killed leaves its parent's files alone.
struct doomed_path {
  std::atomic<int> owner = 0;  // a process id; 0 for a free slot, -1 while the path is written
  std::array<char, 4096> path = {};
};

/// One slot for each temporary file of the process; a file beyond the last one outlives a signal.
inline std::array<doomed_path, 8> doomed_paths;

/// Removes every temporary file of this process. Async-signal-safe: a program with its own handler
/// for a signal calls this from there.
inline void remove_temporary_files() noexcept {
  int const saved = errno;
  for (auto& doomed : doomed_paths)
    if (doomed.owner == ::getpid()) ::unlink(doomed.path.data());
  errno = saved;
}

/// Has SIGINT, SIGTERM and SIGHUP remove the temporary files before they end the program as usual.
/// A signal that the program handles or ignores stays as it is.
inline void remove_temporary_files_on_signals() {
  for (int const number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action = {};
    if (::sigaction(number, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) continue;
    action.sa_flags = SA_RESETHAND;
    action.sa_handler = [](int signal) {
      remove_temporary_files();
      ::raise(signal);  // default action, on return from here
    };
    ::sigaction(number, &action, nullptr);
  }
}

/// Registers `path` for removal by a signal; null if every slot is taken or the path is too long.
inline doomed_path* doom(std::string const& path) {
  for (auto& doomed : doomed_paths) {
    int free = 0;
    if (path.size() >= doomed.path.size()) return nullptr;
    if (!doomed.owner.compare_exchange_strong(free, -1)) continue;
    std::memcpy(doomed.path.data(), path.c_str(), path.size() + 1);
    doomed.owner = ::getpid();
    return &doomed;
  }
  return nullptr;
}

class temporary_file {
public:
  temporary_file() = default;
  temporary_file(temporary_file const&) = delete;
  temporary_file& operator=(temporary_file const&) = delete;
  ~temporary_file() { discard(); }

  /// Makes an empty file in the folder of `target`, an absolute path, with the permissions of the
  /// target if there is one, else with those of any fresh file. Once per object.
  int create(std::string const& target) {
    remove_temporary_files_on_signals();
    static std::atomic<unsigned> count = 0;
    target_ = target;
    owner_ = ::getpid();
    for (;;) {
      path_ = beside(target, ".tmp" + std::to_string(owner_) + "-" + std::to_string(count++));
      doomed_ = doom(path_);
      file_ = descriptor(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
      if (file_.is_open()) break;
      int const error = errno;
      forget();
      if (error != EEXIST) return error;
    }
    struct stat existing = {};
    if (::stat(target.c_str(), &existing) == 0) ::fchmod(file_.number(), existing.st_mode & 07777);
    return 0;
  }

  int write(std::string_view text) { return write_all(file_.number(), text); }

  /// Puts the file in the place of the target, durably. Whoever opens the target at any moment
  /// finds what was there before or the whole of this file. On failure the target stays.
  int publish() {
    if (int const error = sync_to_disk(file_.number())) return error;
    if (std::rename(path_.c_str(), target_.c_str()) != 0) return errno;
    forget();
    auto const folder = std::filesystem::path(target_).parent_path();
    descriptor const opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return opened.is_open() ? sync_to_disk(opened.number()) : errno;
  }

  /// Removes the file, unless it was published.
  void discard() {
    if (!path_.empty() && owner_ == ::getpid()) ::unlink(path_.c_str());
    forget();
  }

private:
  // Hidden, in the target's folder, and short enough to be a name where the target's is.
  static std::string beside(std::string const& target, std::string const& suffix) {
    std::filesystem::path const path(target);
    return path.parent_path() / ("." + path.filename().string().substr(0, 200) + suffix);
  }

  void forget() {
    if (doomed_ != nullptr && owner_ == ::getpid()) doomed_->owner = 0;
    doomed_ = nullptr;
    path_.clear();
    file_.close();
  }

  std::string target_, path_;
  descriptor file_;
  doomed_path* doomed_ = nullptr;
  int owner_ = 0;
};

}  // namespace pb::record

#endif  // PALLASBENCH_RECORD_TEMPORARY_FILE_HPP
