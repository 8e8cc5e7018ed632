// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What the tests of record/ share: a folder that vanishes with its content, and whole files.
#ifndef PALLASBENCH_TESTS_RECORD_SCRATCH_FOLDER_HPP
#define PALLASBENCH_TESTS_RECORD_SCRATCH_FOLDER_HPP

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

namespace pb::tests {

class scratch_folder {
public:
  scratch_folder() {
    std::string pattern = std::filesystem::temp_directory_path() / "pallasbench-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = pattern;
  }
  scratch_folder(scratch_folder const&) = delete;
  scratch_folder& operator=(scratch_folder const&) = delete;
  ~scratch_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::string operator/(std::string_view name) const { return path_ / name; }
  std::string path() const { return path_; }

  /// How many entries the folder has, hidden ones included.
  long entries() const { return std::distance(std::filesystem::directory_iterator(path_), {}); }

private:
  std::filesystem::path path_;
};

inline std::string read_file(std::string const& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void write_file(std::string const& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace pb::tests

#endif  // PALLASBENCH_TESTS_RECORD_SCRATCH_FOLDER_HPP
