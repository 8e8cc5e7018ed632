// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of kmer_count. Include an executor's header first.
// E0xx in a name: the numbers of a catalogue of inputs that have broken kernels of this kind.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_SEQUENCE_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_SEQUENCE_HPP

#include <pallasbench/kernels/level2/kmer_count.hpp>
#include <pallasbench/tile/words.hpp>

#include <map>
#include <string>

#include "support/dna.hpp"
#include "support/next_kernel.hpp"
#include "support/run_call.hpp"

namespace pb::test {

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

template <class Tiling, alphabet Alphabet>
void check_histogram(std::vector<u8> const& sequence, int k,
                     std::map<std::string, double> const& counts) {
  CAPTURE(k);
  check_values<executor<Tiling>>(histogram(k, counts), exact, ops::kmer_count_of<Alphabet>{k},
                                 {sequence.size()}, sequence);
}

/// The counts of a sequence, as codes and as text.
template <class Tiling>
void check_kmers(std::string const& sequence, int k, std::map<std::string, double> const& counts) {
  CAPTURE(sequence.substr(0, 20));
  check_histogram<Tiling, alphabet::codes>(codes(sequence), k, counts);
  check_histogram<Tiling, alphabet::text>(text(sequence), k, counts);
}

TEST_CASE_TEMPLATE("kmer_count: lengths around a window and a block", Tiling, clamped,
                   whole_array) {
  i64 const block = 24576;  // windows
  for (i64 const k : {1, 4, 7}) {
    i64 const lengths[] = {0, 1, k - 1, k, k + 1, block + k - 2, block + k - 1, block + k, 50021};
    for (i64 const length : lengths)
      check_reference<executor<Tiling>>(exact, kernels::kmer_count::body{static_cast<int>(k)},
                                        {length}, bases(length));
  }
}

TEST_CASE_TEMPLATE("kmer_count: lengths around a chunk", Tiling, clamped, whole_array) {
  // A thread takes 48 windows and reads 64 bases; k = 4, 5 and 6 step by 3, 2 and 1 windows, where there
  // are more than 24576 = 48 * 512.
  for (int const k : {1, 4, 5, 6, 7}) {
    for (i64 const length : {15, 16, 47, 48, 63, 64, 65, 79, 80, 95, 111, 112, 113, 127, 128, 160})
      for (i64 const before : {0, 24576 + 16})
        check_reference<executor<Tiling>>(exact, kernels::kmer_count::body{k}, {before + length},
                                          bases(before + length));
  }
  // 16,777,216 bins.
  for (i64 const length : {63, 112})
    check_reference<executor<Tiling>>(exact, kernels::kmer_count::body{12}, {length}, bases(length));
}

TEST_CASE_TEMPLATE("kmer_count: every k", Tiling, clamped, whole_array) {
  for (int k = 1; k <= 10; ++k)
    for (i64 const length : {5003, 30011})
      check_reference<executor<Tiling>>(exact, kernels::kmer_count::body{k}, {length},
                                        bases(length));
}

/// Windows by how many of their three bases are G or C: bins that are no numbers in base 4.
struct gc_of_three {
  using signature = signature_of<pattern_kind::sequence, operand::bases>;
  PB_FN constexpr int window() const { return 3; }
  PB_FN constexpr i64 bins() const { return 4; }
  template <class Window>
  PB_FN auto operator()(Window const& s) const {
    auto const is_gc = [&](int j) { return cast<i32>(s[j] == 1 || s[j] == 2); };
    return select(s[0] < 4 && s[1] < 4 && s[2] < 4, is_gc(0) + is_gc(1) + is_gc(2), -1);
  }
};

TEST_CASE_TEMPLATE("sequence: bins that are not positional", Tiling, clamped, whole_array) {
  static_assert(!positional<gc_of_three> && positional<ops::kmer_count>);
  check_values<executor<Tiling>>({1, 1, 2, 2}, exact, gc_of_three{}, {11}, codes("AAACGCCNGCA"));
  for (i64 const length : {0, 2, 3, 24577, 50021})
    check_reference<executor<Tiling>>(exact, gc_of_three{}, {length}, bases(length));
}

TEST_CASE_TEMPLATE("kmer_count: the longest k-mers", Tiling, clamped, whole_array) {
  auto const counts = run_at<executor<Tiling>>(placement::shifted, kernels::kmer_count::body{12},
                                               {14}, codes("TGCATGCATGCATN"));
  check_elements(counts, histogram(12, {{"TGCATGCATGCA", 1}, {"GCATGCATGCAT", 1}}), exact);
}

TEST_CASE_TEMPLATE("E066 kmer_count: a small exact count", Tiling, clamped, whole_array) {
  check_kmers<Tiling>(
      "AAACCCAACCAC", 3,
      {{"AAA", 1}, {"AAC", 2}, {"ACC", 2}, {"CAA", 1}, {"CAC", 1}, {"CCA", 2}, {"CCC", 1}});
}

TEST_CASE_TEMPLATE("E067 kmer_count: k up to the sequence's length and beyond", Tiling, clamped,
                   whole_array) {
  check_kmers<Tiling>("ACGT", 5, {});
  check_kmers<Tiling>("ACGT", 4, {{"ACGT", 1}});
  check_kmers<Tiling>("ACGT", 1, {{"A", 1}, {"C", 1}, {"G", 1}, {"T", 1}});
  check_kmers<Tiling>("", 3, {});
  check_next_kernel<Tiling>();
}

TEST_CASE_TEMPLATE("E068 kmer_count: windows with an unknown base do not count", Tiling, clamped,
                   whole_array) {
  check_kmers<Tiling>("ACGTNACGT", 3, {{"ACG", 2}, {"CGT", 2}});
  check_kmers<Tiling>("NNNN", 2, {});
  check_kmers<Tiling>("ACNGT", 1, {{"A", 1}, {"C", 1}, {"G", 1}, {"T", 1}});
}

TEST_CASE_TEMPLATE("kmer_count: every code above 3 is ambiguous", Tiling, clamped, whole_array) {
  std::vector<u8> sequence;
  for (int value = 4; value <= 255; ++value)
    sequence.insert(sequence.end(), {0, 1, static_cast<u8>(value)});
  check_histogram<Tiling, alphabet::codes>(sequence, 1, {{"A", 252}, {"C", 252}});
  check_histogram<Tiling, alphabet::codes>(sequence, 2, {{"AC", 252}});
  std::vector<u8> longer;
  for (int n = 0; n < 40; ++n)
    longer.insert(longer.end(), sequence.begin(), sequence.end());
  check_histogram<Tiling, alphabet::codes>(longer, 2, {{"AC", 252 * 40}});
}

TEST_CASE_TEMPLATE("E069 kmer_count: lower case", Tiling, clamped, whole_array) {
  check_histogram<Tiling, alphabet::text>(text("acgtACGT"), 2,
                                          {{"AC", 2}, {"CG", 2}, {"GT", 2}, {"TA", 1}});
}

TEST_CASE_TEMPLATE("E070 kmer_count: counts over 255 and 65535", Tiling, clamped, whole_array) {
  std::string const sequence(70000, 'A');
  check_kmers<Tiling>(sequence, 1, {{"A", 70000}});
  check_kmers<Tiling>(sequence, 2, {{"AA", 69999}});
  check_kmers<Tiling>(sequence, 8, {{"AAAAAAAA", 69993}});
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_SEQUENCE_HPP
