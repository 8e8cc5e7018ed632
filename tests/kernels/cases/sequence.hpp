// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of kmer_count. Include an executor's header first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_SEQUENCE_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_SEQUENCE_HPP

#include <pallasbench/kernels/level2/kmer_count.hpp>

#include <map>
#include <string>

#include "support/run_call.hpp"

namespace pb::test {

inline std::vector<u8> codes(std::string const& letters) {
  std::string const known = "ACGT";
  std::vector<u8> result;
  for (char const letter : letters) {
    auto const code = known.find(letter);
    result.push_back(code == known.npos ? u8{4} : static_cast<u8>(code));
  }
  return result;
}

/// The histogram that holds these counts and zeros.
inline std::vector<double> histogram(int k, std::map<std::string, double> const& counts) {
  std::vector<double> bins(std::size_t{1} << (2 * k));
  for (auto const& [kmer, count] : counts) {
    std::size_t bin = 0;
    for (u8 const code : codes(kmer))
      bin = bin * 4 + code;
    bins[bin] = count;
  }
  return bins;
}

template <class Tiling>
void check_kmers(std::vector<u8> const& sequence, int k,
                 std::map<std::string, double> const& counts) {
  CAPTURE(k);
  check_values<executor<Tiling>>(histogram(k, counts), exact, kernels::kmer_count::body{k},
                                 {sequence.size()}, sequence);
}

TEST_CASE_TEMPLATE("kmer_count: lengths around a window and a block", Tiling, clamped,
                   whole_array) {
  i64 const block = 16384;  // windows
  for (i64 const k : {1, 4, 7}) {
    i64 const lengths[] = {0, 1, k - 1, k, k + 1, block + k - 2, block + k - 1, block + k, 50021};
    for (i64 const length : lengths)
      check_reference<executor<Tiling>>(exact, kernels::kmer_count::body{static_cast<int>(k)},
                                        {length}, bases(length));
  }
}

TEST_CASE_TEMPLATE("kmer_count: every k", Tiling, clamped, whole_array) {
  for (int k = 1; k <= 10; ++k)
    check_reference<executor<Tiling>>(exact, kernels::kmer_count::body{k}, {5003}, bases(5003));
}

TEST_CASE_TEMPLATE("kmer_count: the longest k-mers", Tiling, clamped, whole_array) {
  auto const counts = run_at<executor<Tiling>>(placement::shifted, kernels::kmer_count::body{12},
                                               {14}, codes("TGCATGCATGCATN"));
  check_elements(counts, histogram(12, {{"TGCATGCATGCA", 1}, {"GCATGCATGCAT", 1}}), exact);
}

TEST_CASE_TEMPLATE("kmer_count: counts by hand", Tiling, clamped, whole_array) {
  check_kmers<Tiling>(
      codes("AAACCCAACCAC"), 3,
      {{"AAA", 1}, {"AAC", 2}, {"ACC", 2}, {"CAA", 1}, {"CAC", 1}, {"CCA", 2}, {"CCC", 1}});
  check_kmers<Tiling>(codes("ACGT"), 5, {});
  check_kmers<Tiling>(codes("ACGT"), 4, {{"ACGT", 1}});
  check_kmers<Tiling>(codes("ACGT"), 1, {{"A", 1}, {"C", 1}, {"G", 1}, {"T", 1}});
  check_kmers<Tiling>({}, 4, {});
}

TEST_CASE_TEMPLATE("kmer_count: windows with an ambiguous base do not count", Tiling, clamped,
                   whole_array) {
  check_kmers<Tiling>(codes("ACGTNACGT"), 3, {{"ACG", 2}, {"CGT", 2}});
  check_kmers<Tiling>(codes("NNNN"), 1, {});
  check_kmers<Tiling>(codes("NNNN"), 4, {});
  for (int value = 4; value <= 255; ++value)
    check_kmers<Tiling>({0, 1, static_cast<u8>(value), 2, 3}, 2, {{"AC", 1}, {"GT", 1}});
}

TEST_CASE_TEMPLATE("kmer_count: one bin takes them all", Tiling, clamped, whole_array) {
  std::vector<u8> const sequence(70000, 0);
  check_kmers<Tiling>(sequence, 1, {{"A", 70000}});
  check_kmers<Tiling>(sequence, 2, {{"AA", 69999}});
  check_kmers<Tiling>(sequence, 8, {{"AAAAAAAA", 69993}});
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_SEQUENCE_HPP
