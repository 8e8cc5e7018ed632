// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// A POSIX file descriptor with an owner, and whole reads and writes on it. Functions here return 0
// or an errno value; temporary_file.hpp and output_file.hpp build on them.
#ifndef PALLASBENCH_RECORD_DESCRIPTOR_HPP
#define PALLASBENCH_RECORD_DESCRIPTOR_HPP

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace pb::record {

/// Closes what it owns. -1 owns nothing.
class descriptor {
public:
  descriptor() = default;
  explicit descriptor(int number) : number_(number) {}
  descriptor(descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  descriptor& operator=(descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~descriptor() {
    if (is_open()) ::close(number_);
  }

  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }
  void close() { *this = descriptor(); }

private:
  int number_ = -1;
};

/// Writes all of `text`, over interruptions, short writes and non-blocking pipes.
inline int write_all(int number, std::string_view text) {
  while (!text.empty()) {
    auto const written = ::write(number, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      pollfd ready{.fd = number, .events = POLLOUT, .revents = 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

/// Reads the file from its beginning into `text`, whatever the descriptor's position.
inline int read_all(int number, std::string& text) {
  constexpr std::size_t step = 1 << 20;
  text.clear();
  for (;;) {
    auto const size = text.size();
    text.resize(size + step);
    auto const count = ::pread(number, text.data() + size, step, static_cast<off_t>(size));
    int const error = count < 0 ? errno : 0;
    text.resize(size + static_cast<std::size_t>(count < 0 ? 0 : count));
    if (count == 0) return 0;
    if (error != 0 && error != EINTR) return error;
  }
}

/// Waits until the content is on the disk. Where the file system has no such notion (EINVAL,
/// ENOTSUP) there is nothing to wait for.
inline int sync_to_disk(int number) {
  while (::fsync(number) != 0)
    if (errno != EINTR) return errno == EINVAL || errno == ENOTSUP ? 0 : errno;
  return 0;
}

}  // namespace pb::record

#endif  // PALLASBENCH_RECORD_DESCRIPTOR_HPP
