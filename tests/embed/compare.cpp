// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares every embedded text with the file it was made from.
//   test_embed_own <include folder>
#include <pallasbench/record/embedded_sources.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

int main(int, char** argv) {
  int different = 0;
  auto const sources = pb::record::embedded_sources();
  for (auto const& source : sources) {
    std::ifstream file(std::string(argv[1]) + "/" + std::string(source.name), std::ios::binary);
    std::string const text(std::istreambuf_iterator<char>(file), {});
    if (!file || text != source.text) {
      ++different;
      std::printf("%s differs\n", std::string(source.name).c_str());
    }
  }
  std::printf("%zu sources, %d differ\n", sources.size(), different);
  return different == 0 && !sources.empty() && !pb::record::kernel_hashes().empty() ? 0 : 1;
}
