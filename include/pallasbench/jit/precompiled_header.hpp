// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The pre-includes of a request, compiled ahead by NVRTC into a file that only this process can
// reach. Use warm_compile.hpp rather than this.
//
// Why the file is private. NVRTC maps a PCH file into memory as it is, at the address it was made
// at: another process cannot use it, and (seen with 13.0) a truncated file ends the process with
// SIGBUS, a damaged one with SIGSEGV, and one made from headers that have changed since is used in
// silence. So the file is written under a name of its own, opened, and unlinked; from then on it is
// named by its descriptor. Nobody can damage it, and it is gone when the process is, however that
// ends. A process killed while it writes leaves one pch-XXXXXX folder behind, which nothing reads.
#ifndef PALLASBENCH_JIT_PRECOMPILED_HEADER_HPP
#define PALLASBENCH_JIT_PRECOMPILED_HEADER_HPP

#include <pallasbench/jit/program.hpp>
#include <pallasbench/jit/request.hpp>

#include <nvrtc.h>

#include <cstddef>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace pb::jit {

/// The part of a request that decides what is in its precompiled header, as a request: no text, no
/// name expressions. Two requests may share a precompiled header if and only if these are equal.
inline request prefix_of(request wanted) {
  wanted.name = "prefix.cu";
  wanted.text.clear();
  wanted.name_expressions.clear();
  return wanted;
}

namespace detail {

/// A new folder under `parent`, which is made if need be; removed with all it holds.
class scratch_folder {
public:
  explicit scratch_folder(std::string const& parent) {
    std::error_code ignored;
    std::filesystem::create_directories(parent, ignored);
    std::string name = parent + "/pch-XXXXXX";
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~scratch_folder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  scratch_folder(scratch_folder const&) = delete;
  scratch_folder& operator=(scratch_folder const&) = delete;

  std::string const& path() const { return path_; }  // empty: could not be made

private:
  std::string path_;
};

/// Lets NVRTC write `file`; how many bytes the heap needs goes to `heap_size`, how it went is
/// returned. (NVRTC's status alone is no proof: 13.0 reports success for a file it could not open.)
inline nvrtcResult write_pch(request const& prefix, std::string const& file,
                             std::size_t& heap_size) {
  auto options = options_of(prefix);
  options.push_back("--create-pch=" + file);
  program unit(prefix);
  auto const compiled = unit.compile(options);
  heap_size = unit.pch_heap_size_required();
  return compiled == NVRTC_SUCCESS ? unit.pch_create_status() : compiled;
}

/// The same, with a larger heap where the heap was too small. A new heap makes every earlier
/// precompiled header of this process useless; NVRTC notices and passes them over.
inline bool write_pch(request const& prefix, std::string const& file) {
  std::size_t heap_size = 0;
  auto status = write_pch(prefix, file, heap_size);
  if (status == NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED &&
      nvrtcSetPCHHeapSize(heap_size + heap_size / 4) == NVRTC_SUCCESS) {
    status = write_pch(prefix, file, heap_size);
  }
  std::error_code error;
  auto const file_size = std::filesystem::file_size(file, error);
  return status == NVRTC_SUCCESS && !error && file_size >= heap_size;  // smaller: the disk is full
}

}  // namespace detail

class precompiled_header {
public:
  /// Nothing if there is nothing to precompile, no folder to write to, or NVRTC could not do it.
  static std::optional<precompiled_header> create(request const& wanted) {
    if (wanted.pre_includes.empty() || wanted.pch_dir.empty()) return std::nullopt;
    detail::scratch_folder const folder(wanted.pch_dir);
    if (folder.path().empty()) return std::nullopt;
    auto prefix = prefix_of(wanted);
    auto const file = folder.path() + "/header.pch";
    if (!detail::write_pch(prefix, file)) return std::nullopt;
    int const descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return std::nullopt;
    return precompiled_header(std::move(prefix), descriptor);
  }

  precompiled_header(precompiled_header&& other) noexcept
      : prefix_(std::move(other.prefix_)), descriptor_(std::exchange(other.descriptor_, -1)) {}
  precompiled_header& operator=(precompiled_header&& other) noexcept {
    std::swap(prefix_, other.prefix_);
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~precompiled_header() {
    if (descriptor_ >= 0) close(descriptor_);
  }

  bool serves(request const& wanted) const { return prefix_of(wanted) == prefix_; }

  /// For --use-pch=. Valid in this process and the children it forks.
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

private:
  precompiled_header(request prefix, int descriptor)
      : prefix_(std::move(prefix)), descriptor_(descriptor) {}

  request prefix_;
  int descriptor_;
};

}  // namespace pb::jit

#endif  // PALLASBENCH_JIT_PRECOMPILED_HEADER_HPP
