// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// DNA of tests, from the letters that a reader knows.
#ifndef PALLASBENCH_TESTS_SUPPORT_DNA_HPP
#define PALLASBENCH_TESTS_SUPPORT_DNA_HPP

#include <pallasbench/core/element.hpp>

#include <string>
#include <vector>

namespace pb::test {

/// Letters as they are.
inline std::vector<u8> text(std::string const& letters) { return {letters.begin(), letters.end()}; }

/// Codes of A, C, G and T; 4 for every other letter.
inline std::vector<u8> codes(std::string const& letters) {
  std::string const known = "ACGT";
  std::vector<u8> result;
  for (char const letter : letters) {
    auto const code = known.find(letter);
    result.push_back(code == known.npos ? u8{4} : static_cast<u8>(code));
  }
  return result;
}

/// `count` times `letters`.
inline std::string repeated(std::string const& letters, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += letters;
  return result;
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_SUPPORT_DNA_HPP
