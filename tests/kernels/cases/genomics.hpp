// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of hamming_distance, sequence_match, gc_content and reverse_complement, of codes and of
// text, and of kmer_count on text. Include an executor's header first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_GENOMICS_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_GENOMICS_HPP

#include <pallasbench/core/views.hpp>
#include <pallasbench/kernels/level2/gc_content.hpp>
#include <pallasbench/kernels/level2/hamming_distance.hpp>
#include <pallasbench/kernels/level2/kmer_count.hpp>
#include <pallasbench/kernels/level2/reverse_complement.hpp>
#include <pallasbench/kernels/level2/sequence_match.hpp>

#include <string>

#include "support/run_call.hpp"

namespace pb::test {

inline std::vector<u8> text(std::string const& letters) { return {letters.begin(), letters.end()}; }

/// Both sides of an access of 16 bases and of the lengths at which the tiling changes.
inline constexpr extents base_extents[] = {
    {0, 5},   {5, 0},   {1, 1},    {3, 15},   {3, 16},   {3, 17},    {5, 67},    {3, 1024},
    {3, 1025}, {2, 2048}, {2, 4096}, {2, 4097}, {2, 8192}, {2, 32768}, {2, 32769}, {2, 100003}};

/// Two sequences of `length` that differ at every third position; both placements of check_values.
template <class Tiling>
void check_every_third(i64 length) {
  auto const a = bases(length);
  auto b = a;
  double differing = 0;
  for (std::size_t i = 0; i < b.size(); i += 3, ++differing) b[i] ^= 1;
  CAPTURE(length);
  check_values<executor<Tiling>>({differing}, exact, kernels::hamming_distance::body{},
                                 {1, length}, a, b);
  check_values<executor<Tiling>>({double(length) - differing}, exact,
                                 kernels::sequence_match::body{}, {1, length}, a, b);
}

template <class Tiling>
void check_gc(std::vector<u8> const& s, tolerance tol, double share) {
  check_values<executor<Tiling>>({share}, tol, kernels::gc_content::body{}, {1, s.size()}, s);
}

template <class Tiling>
void check_opposite_text(std::string const& strand, std::string const& opposite) {
  CAPTURE(strand);
  check_values<executor<Tiling>>(std::vector<double>(opposite.begin(), opposite.end()), exact,
                                 ops::reverse_complement_of<alphabet::text>{}, {strand.size()},
                                 text(strand));
}

TEST_CASE_TEMPLATE("hamming_distance and sequence_match: lengths around an access", Tiling, clamped,
                   whole_array) {
  for (i64 const length : {1, 15, 16, 17, 67, 1025, 40000}) check_every_third<Tiling>(length);
}

TEST_CASE_TEMPLATE("genomics: rows of every length", Tiling, clamped, whole_array) {
  for (extents const& e : base_extents) {
    auto a = bases(2 * e.count());
    std::vector<u8> const b(a.begin() + e.count(), a.end());
    a.resize(b.size());
    check_reference<executor<Tiling>>(exact, kernels::hamming_distance::body{}, e, a, b);
    check_reference<executor<Tiling>>(exact, kernels::sequence_match::body{}, e, a, b);
    check_reference<executor<Tiling>>({0, 1e-7}, kernels::gc_content::body{}, e, a);
  }
}

TEST_CASE_TEMPLATE("genomics: an ambiguous base equals itself only", Tiling, clamped, whole_array) {
  std::vector<u8> const a{0, 4, 4, 5, 255}, b{0, 4, 0, 4, 255};
  check_values<executor<Tiling>>({2}, exact, kernels::hamming_distance::body{}, {1, 5}, a, b);
  check_values<executor<Tiling>>({3}, exact, kernels::sequence_match::body{}, {1, 5}, a, b);
}

TEST_CASE_TEMPLATE("gc_content: shares by hand", Tiling, clamped, whole_array) {
  check_gc<Tiling>(std::vector<u8>(5000, 2), exact, 1);
  check_gc<Tiling>({0, 1, 2, 3, 4, 255, 1, 0}, exact, 0.375);
  check_gc<Tiling>({}, exact, nan);
}

TEST_CASE_TEMPLATE("gc_content: exact beyond 2^24 bases", Tiling, clamped, whole_array) {
  std::vector<u8> s((1 << 24) + 1000, 2);
  s[5] = s[16777300] = 0;
  check_gc<Tiling>(s, {1e-9, 0}, 0.999999881);
}

TEST_CASE_TEMPLATE("genomics: text counts like its codes", Tiling, clamped, whole_array) {
  auto const a = text("acgtUNnr-G"), b = text("ACGTTRNNAA");
  extents const e{1, 10};
  check_values<executor<Tiling>>({2}, exact, ops::hamming_distance_of<alphabet::text>{}, e, a, b);
  check_values<executor<Tiling>>({8}, exact, ops::sequence_match_of<alphabet::text>{}, e, a, b);
  check_values<executor<Tiling>>({0.3}, f32_rounding, ops::gc_content_of<alphabet::text>{}, e, a);
}

TEST_CASE_TEMPLATE("kmer_count: text of either case", Tiling, clamped, whole_array) {
  std::vector<double> counts(16);
  counts[1] = counts[6] = counts[11] = 2;  // AC, CG, GT
  counts[12] = 1;                          // TA
  check_values<executor<Tiling>>(counts, exact, ops::kmer_count_of<alphabet::text>{.k = 2}, {8},
                                 text("acgtACGT"));
}

TEST_CASE_TEMPLATE("reverse_complement: codes by hand", Tiling, clamped, whole_array) {
  kernels::reverse_complement::body const op;
  check_values<executor<Tiling>>({1, 2, 3}, exact, op, {3}, std::vector<u8>{0, 1, 2});
  check_values<executor<Tiling>>({3}, exact, op, {1}, std::vector<u8>{0});
  check_values<executor<Tiling>>({}, exact, op, {0}, std::vector<u8>{});
  std::vector<u8> const palindrome{2, 0, 0, 3, 3, 1};
  check_values<executor<Tiling>>({2, 0, 0, 3, 3, 1}, exact, op, {6}, palindrome);
  check_values<executor<Tiling>>({254, 3, 4}, exact, op, {3}, std::vector<u8>{4, 0, 254});
}

TEST_CASE_TEMPLATE("reverse_complement: lengths around an access and a block", Tiling, clamped,
                   whole_array) {
  for (i64 const length : {15, 16, 17, 31, 67, 1025, 4095, 4096, 4097, 4112, 100003})
    check_reference<executor<Tiling>>(exact, kernels::reverse_complement::body{}, {length},
                                      bases(length));
}

TEST_CASE_TEMPLATE("reverse_complement: text keeps its case", Tiling, clamped, whole_array) {
  check_opposite_text<Tiling>("aCgTn", "nAcGt");
  check_opposite_text<Tiling>("NNA", "TNN");
  check_opposite_text<Tiling>("GGACTACHVGGGTWTCTAAT", "ATTAGAWACCCBDGTAGTCC");
  check_opposite_text<Tiling>("ACGTRYSWKMBDHVN", "NBDHVKMWSRYACGT");
  check_opposite_text<Tiling>("", "");
}

TEST_CASE_TEMPLATE("reverse_complement: arrays that overlap are refused", Tiling, clamped,
                   whole_array) {
  placed_array<typename executor<Tiling>::memory, u8> const s(std::vector<u8>(64, 1), 0, poison);
  auto const accepts = [&](i64 from, i64 to) {
    return executor<Tiling>::accepts(ops::reverse_complement{}, make_view(s.data() + to, 8),
                                     make_view(s.data() + from, 8));
  };
  CHECK_FALSE(accepts(0, 0));
  CHECK_FALSE(accepts(0, 7));
  CHECK_FALSE(accepts(7, 0));
  CHECK(s.is_unchanged());
  CHECK(accepts(8, 0));
  CHECK(s.read()[7] == 2);
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_GENOMICS_HPP
