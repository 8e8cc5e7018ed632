// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// output_file: where the lines of an export go, such that a kill at any moment leaves a file that
// parses. What a line says is in record.hpp; replacing a file in one step is in temporary_file.hpp.
#ifndef PALLASBENCH_RECORD_OUTPUT_FILE_HPP
#define PALLASBENCH_RECORD_OUTPUT_FILE_HPP

#include <pallasbench/record/descriptor.hpp>
#include <pallasbench/record/jsonl.hpp>
#include <pallasbench/record/temporary_file.hpp>

#include <cassert>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace pb::record {

/// How an output operation ended. The values are the exit status a program should end with.
enum class output_outcome { done = 0, bad_input = 2, machine_failure = 3 };

/// An outcome and, unless it is done, a sentence that names the path and the reason.
struct [[nodiscard]] output_status {
  output_outcome outcome = output_outcome::done;
  std::string message;

  bool ok() const { return outcome == output_outcome::done; }
  int exit_status() const { return static_cast<int>(outcome); }
};

/// True for an errno value that says the machine is short of something, whatever path is given.
inline bool is_machine_failure(int error) {
  switch (error) {
  case ENOSPC:
  case EDQUOT:
  case EIO:
  case EMFILE:
  case ENFILE:
  case ENOMEM: return true;
  default: return false;
  }
}

/// Opens `path` and takes its lock, which closing it gives back. A file that another process put
/// aside in the meantime is not taken: what is locked is what the path names. The file is made if
/// there is none. Not open, with errno, on failure.
inline descriptor open_locked(std::string const& path) {
  for (;;) {
    descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (!file.is_open()) return file;
    while (::flock(file.number(), LOCK_EX) != 0 && errno == EINTR) {
    }
    struct stat locked = {}, named = {};
    bool const is_current = ::fstat(file.number(), &locked) == 0 &&
                            ::stat(path.c_str(), &named) == 0 && locked.st_ino == named.st_ino &&
                            locked.st_dev == named.st_dev;
    if (is_current) return file;
  }
}

/// A JSONL file under construction: open, write_line for each line, commit.
///
///   file             lines go to a temporary file beside the target, which takes the target's
///                    place at commit. Without commit the target stays as it was.
///   file, resume     the lines already there stay; each further line is in the target, durably,
///                    when write_line returns. Several processes may write to one target.
///   "-", a device    lines go straight there; resume is refused.
///
/// Under resume a line is added by replacing the file with a longer one, not by appending to it: a
/// process killed inside write(2) leaves part of a long line behind.
/// No call throws for what happens to a file, and a call after a failed one fails in the same way.
class output_file {
public:
  output_file() = default;
  output_file(output_file const&) = delete;
  output_file& operator=(output_file const&) = delete;

  /// Once per object, before anything else. bad_input where the path cannot be written to or, under
  /// resume, holds something that no export wrote: then nothing has been touched.
  output_status open(std::string_view path, bool resume = false) {
    shown_path_ = path == "-" ? "standard output" : "'" + std::string(path) + "'";
    target_ = path;
    if (path == "-") return resume ? refuse_resume() : open_stream(STDOUT_FILENO);

    struct stat existing = {};
    bool const exists = ::stat(target_.c_str(), &existing) == 0;
    if (!exists && errno != ENOENT) return open_failure(errno);
    if (path.ends_with('/') || (exists && S_ISDIR(existing.st_mode))) return open_failure(EISDIR);
    if (path.empty()) return open_failure(ENOENT);
    if (exists && ::access(target_.c_str(), W_OK) != 0) return open_failure(errno);
    if (exists && !S_ISREG(existing.st_mode)) return resume ? refuse_resume() : open_device();

    std::error_code error;
    target_ = exists ? std::filesystem::canonical(target_, error).string()
                     : std::filesystem::absolute(target_, error).string();
    if (error) return open_failure(error.value());
    return resume ? open_resumed() : open_temporary();
  }

  /// Under resume: the kernel_name of each line that was there at open, in their order.
  std::vector<std::string> const& kernel_names() const { return kernel_names_; }

  /// Adds one line. `line` is a JSON object without a newline.
  output_status write_line(std::string_view line) {
    if (!status_.ok()) return status_;
    assert(line.find('\n') == line.npos && mode_ != mode::closed);
    std::string text(line);
    text += '\n';
    switch (mode_) {
    case mode::stream: return write_outcome(write_all(stream_number_, text));
    case mode::temporary: return write_outcome(temporary_.write(text));
    default: return write_outcome(append(text));
    }
  }

  /// Makes the lines the target's content, durably. The last call; lines after it are misuse.
  output_status commit() {
    if (!status_.ok()) return status_;
    assert(mode_ != mode::closed);
    bool const is_temporary = mode_ == mode::temporary;
    mode_ = mode::closed;
    return is_temporary ? write_outcome(temporary_.publish()) : status_;
  }

private:
  enum class mode { closed, stream, temporary, resumed };

  output_status open_device() {
    device_ = descriptor(::open(target_.c_str(), O_WRONLY | O_CLOEXEC));
    return device_.is_open() ? open_stream(device_.number()) : open_failure(errno);
  }

  output_status open_stream(int number) {
    stream_number_ = number;
    mode_ = mode::stream;
    return status_;
  }

  output_status open_temporary() {
    if (int const error = temporary_.create(target_)) return open_failure(error);
    mode_ = mode::temporary;
    return status_;
  }

  output_status open_resumed() {
    descriptor const file = open_locked(target_);
    if (!file.is_open()) return open_failure(errno);
    std::string text;
    if (int const error = read_all(file.number(), text)) return open_failure(error);

    auto found = recover_lines(text);
    if (found.foreign_line != 0)
      return refuse("line " + std::to_string(found.foreign_line) +
                    " is not an object with a kernel_name; --resume takes the output of an earlier "
                    "export");
    text.resize(found.whole_bytes);
    if (int const error = replace(text)) return open_failure(error);
    kernel_names_ = std::move(found.kernel_names);
    mode_ = mode::resumed;
    return status_;
  }

  int append(std::string const& line) {
    descriptor const file = open_locked(target_);
    if (!file.is_open()) return errno;
    std::string text;
    if (int const error = read_all(file.number(), text)) return error;
    return replace(text + line);
  }

  // Under the lock. At open this cuts off a torn line and finds out whether the folder is writable.
  int replace(std::string const& text) {
    temporary_file next;
    if (int const error = next.create(target_)) return error;
    if (int const error = next.write(text)) return error;
    return next.publish();
  }

  output_status open_failure(int error) {
    if (is_machine_failure(error)) return write_outcome(error);
    return refuse(reason(error) + "; give a file in an existing, writable folder, or - for "
                                  "standard output");
  }

  output_status refuse_resume() {
    return refuse("only a regular file can be resumed; leave out --resume");
  }

  output_status refuse(std::string const& why) {
    return status_ = {output_outcome::bad_input, "cannot write to " + shown_path_ + ": " + why};
  }

  output_status write_outcome(int error) {
    if (error == 0) return status_;
    return status_ = {output_outcome::machine_failure,
                      "writing to " + shown_path_ + " failed: " + reason(error)};
  }

  static std::string reason(int error) { return std::generic_category().message(error); }

  mode mode_ = mode::closed;
  output_status status_;
  std::string target_, shown_path_;
  std::vector<std::string> kernel_names_;
  temporary_file temporary_;
  descriptor device_;
  int stream_number_ = -1;
};

}  // namespace pb::record

#endif  // PALLASBENCH_RECORD_OUTPUT_FILE_HPP
