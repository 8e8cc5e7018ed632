// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of hamming_distance, sequence_match, gc_content and reverse_complement, of codes and of
// text. E0xx in a name: the numbers of a catalogue of inputs that have broken kernels of this kind.
// Include an executor's header first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_GENOMICS_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_GENOMICS_HPP

#include <pallasbench/core/views.hpp>
#include <pallasbench/kernels/level2/gc_content.hpp>
#include <pallasbench/kernels/level2/hamming_distance.hpp>
#include <pallasbench/kernels/level2/reverse_complement.hpp>
#include <pallasbench/kernels/level2/sequence_match.hpp>

#include <string>

#include "support/dna.hpp"
#include "support/next_kernel.hpp"
#include "support/run_call.hpp"

namespace pb::test {

/// Both sides of an access of 16 bases and of the lengths at which the tiling changes.
inline constexpr extents base_extents[] = {
    {0, 5},   {5, 0},   {1, 1},    {3, 15},   {3, 16},   {3, 17},    {5, 67},    {3, 1024},
    {3, 1025}, {2, 2048}, {2, 4096}, {2, 4097}, {2, 8192}, {2, 32768}, {2, 32769}, {2, 100003},
    {1030, 16}, {1030, 64}, {1030, 65}};

/// hamming_distance and sequence_match of two sequences, `differing` of whose positions differ.
template <class Tiling, alphabet Alphabet = alphabet::codes>
void check_distance(std::vector<u8> const& a, std::vector<u8> const& b, double differing) {
  extents const e{1, a.size()};
  double const equal = static_cast<double>(a.size()) - differing;
  check_values<executor<Tiling>>({differing}, exact, ops::hamming_distance_of<Alphabet>{}, e, a, b);
  check_values<executor<Tiling>>({equal}, exact, ops::sequence_match_of<Alphabet>{}, e, a, b);
}

/// The share of G and C.
template <class Tiling, alphabet Alphabet = alphabet::codes>
void check_gc(std::vector<u8> const& s, tolerance tol, double share) {
  check_values<executor<Tiling>>({share}, tol, ops::gc_content_of<Alphabet>{}, {1, s.size()}, s);
}

template <class Tiling, alphabet Alphabet = alphabet::codes>
void check_opposite(std::vector<u8> const& strand, std::vector<u8> const& opposite) {
  check_values<executor<Tiling>>({opposite.begin(), opposite.end()}, exact,
                                 ops::reverse_complement_of<Alphabet>{}, {strand.size()}, strand);
}

template <class Tiling>
void check_opposite_text(std::string const& strand, std::string const& opposite) {
  CAPTURE(strand);
  check_opposite<Tiling, alphabet::text>(text(strand), text(opposite));
}

/// Rows of equal lengths only are taken; `same` is the result of ACGT and ACGT.
template <class Tiling, class Body>
void check_lengths(i32 same) {
  using memory = typename executor<Tiling>::memory;
  placed_array<memory, u8> const a(codes("ACGT"), 0, poison), b(codes("ACGTA"), 0, poison);
  placed_array<memory, i32> const y(poisoned<i32>(1), 0, around_output);
  auto const row = [](auto const& array, i64 length) { return make_view(array.data(), 1, length); };
  auto const accepts = [&](i64 of_a, i64 of_b) {
    return executor<Tiling>::accepts(Body{}, make_view(y.data(), 1), row(a, of_a), row(b, of_b));
  };
  CHECK_FALSE(accepts(4, 3));
  CHECK_FALSE(accepts(4, 5));
  CHECK_FALSE(accepts(1, 0));
  CHECK_FALSE(accepts(0, 1));
  CHECK(y.is_unchanged());
  status const refused = bind(Body{}, make_view(y.data(), 1), row(a, 4), row(b, 3)).status;
  CHECK(refused.what == status::reason::wrong_extents);
  CHECK(refused.argument == 1);
  CHECK(refused.given == extents{1, 3});
  CHECK(refused.allowed == extents{1, 4});
  check_next_kernel<Tiling>();
  CHECK(accepts(0, 0));
  CHECK(y.read()[0] == 0);
  CHECK(accepts(4, 4));
  CHECK(y.read()[0] == same);
}

/// hamming_distance of rows that both begin one byte behind a boundary.
template <class Tiling>
i32 distance_at_odd_addresses(std::vector<u8> const& a, std::vector<u8> const& b) {
  using memory = typename executor<Tiling>::memory;
  placed_array<memory, u8> const a_there(a, 1, poison), b_there(b, 1, poison);
  placed_array<memory, i32> const y(poisoned<i32>(1), 0, around_output);
  CHECK(executor<Tiling>::accepts(ops::hamming_distance{}, make_view(y.data(), 1),
                                  make_view(a_there.data(), 1, a.size()),
                                  make_view(b_there.data(), 1, b.size())));
  return y.read()[0];
}

TEST_CASE_TEMPLATE("E076 genomics: tail and alignment", Tiling, clamped, whole_array) {
  for (i64 const length : {1, 15, 16, 17, 67, 1025}) {
    CAPTURE(length);
    auto const a = bases(length);
    auto last_differs = a, all_differ = a;
    last_differs.back() ^= 1;
    for (u8& base : all_differ) base ^= 1;
    check_distance<Tiling>(a, last_differs, 1);
    check_distance<Tiling>(a, all_differ, static_cast<double>(length));
    CHECK(distance_at_odd_addresses<Tiling>(a, last_differs) == 1);
    CHECK(distance_at_odd_addresses<Tiling>(a, all_differ) == length);
    check_reference<executor<Tiling>>({0, 1e-7}, kernels::gc_content::body{}, {1, length}, a);
    check_reference<executor<Tiling>>(exact, kernels::reverse_complement::body{}, {length}, a);
  }
}

TEST_CASE_TEMPLATE("hamming_distance and sequence_match: every third position", Tiling, clamped,
                   whole_array) {
  for (i64 const length : {1025, 40000}) {
    auto const a = bases(length);
    auto b = a;
    double differing = 0;
    for (std::size_t i = 0; i < b.size(); i += 3, ++differing) b[i] ^= 1;
    check_distance<Tiling>(a, b, differing);
  }
}

TEST_CASE_TEMPLATE("E074 hamming_distance: unequal or zero length", Tiling, clamped, whole_array) {
  check_lengths<Tiling, kernels::hamming_distance::body>(0);
}

TEST_CASE_TEMPLATE("E077 sequence_match: rows of two lengths", Tiling, clamped, whole_array) {
  // It counts positions that agree and searches for nothing: no row may be longer than the other.
  check_lengths<Tiling, kernels::sequence_match::body>(4);
}

TEST_CASE_TEMPLATE("E075 hamming_distance and sequence_match: N and case", Tiling, clamped,
                   whole_array) {
  // N equals N and no other base; in text, case does not count.
  auto const check_both = [](std::string const& a, std::string const& b, double differing) {
    check_distance<Tiling>(codes(a), codes(b), differing);
    check_distance<Tiling, alphabet::text>(text(a), text(b), differing);
  };
  check_both("ACGTN", "ACGTN", 0);
  check_both("ACGTN", "ACGTA", 1);
  check_distance<Tiling, alphabet::text>(text("acgt"), text("ACGT"), 0);
}

TEST_CASE_TEMPLATE("E069 gc_content, sequence_match and hamming_distance: lower case", Tiling,
                   clamped, whole_array) {
  auto const mixed = text("acgtACGT"), upper = text("ACGTACGT");
  check_distance<Tiling, alphabet::text>(mixed, upper, 0);
  check_gc<Tiling, alphabet::text>(mixed, exact, 0.5);
  check_gc<Tiling, alphabet::text>(upper, exact, 0.5);
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
  check_distance<Tiling>({0, 4, 4, 5, 255}, {0, 4, 0, 4, 255}, 2);
}

TEST_CASE_TEMPLATE("genomics: text counts like its codes", Tiling, clamped, whole_array) {
  auto const a = text("acgtUNnr-G"), b = text("ACGTTRNNAA");
  check_distance<Tiling, alphabet::text>(a, b, 2);
  check_gc<Tiling, alphabet::text>(a, f32_rounding, 0.3);
}

TEST_CASE_TEMPLATE("gc_content: every code above 3 is a base, and not G or C", Tiling, clamped,
                   whole_array) {
  check_gc<Tiling>({0, 1, 2, 3, 4, 255, 1, 0}, exact, 0.375);
}

TEST_CASE_TEMPLATE("E078 gc_content: lower case and nothing to count", Tiling, clamped,
                   whole_array) {
  // Of all bases, unknown ones too; of none it is NaN, as a mean is.
  check_gc<Tiling, alphabet::text>(text("acgGCn"), f32_rounding, 4.0 / 6);
  check_gc<Tiling, alphabet::text>(text("NNNN"), exact, 0);
  check_gc<Tiling, alphabet::text>({}, exact, nan);
  check_gc<Tiling>(codes("NNNN"), exact, 0);
  check_gc<Tiling>({}, exact, nan);
  check_next_kernel<Tiling>();
}

TEST_CASE_TEMPLATE("E079 gc_content: long sequences", Tiling, clamped, whole_array) {
  check_gc<Tiling>(std::vector<u8>(5000, 2), exact, 1);
  std::vector<u8> s((1 << 24) + 1000, 2);
  s.end()[-1] = s.end()[-2] = 0;
  check_gc<Tiling>(s, {1e-8, 0}, 0.999999881);
}

TEST_CASE_TEMPLATE("E073 reverse_complement: odd lengths, one base, none, a palindrome", Tiling,
                   clamped, whole_array) {
  auto const check_both = [](std::string const& strand, std::string const& opposite) {
    check_opposite_text<Tiling>(strand, opposite);
    check_opposite<Tiling>(codes(strand), codes(opposite));
  };
  check_both("ACG", "CGT");
  check_both("A", "T");
  check_both("", "");
  check_both("GAATTC", "GAATTC");
  check_both(repeated("ACGT", 1024) + "A", "T" + repeated("ACGT", 1024));
  check_next_kernel<Tiling>();
}

TEST_CASE_TEMPLATE("reverse_complement: an ambiguous code stays as it is", Tiling, clamped,
                   whole_array) {
  check_opposite<Tiling>({4, 0, 254}, {254, 3, 4});
}

TEST_CASE_TEMPLATE("reverse_complement: lengths around an access and a block", Tiling, clamped,
                   whole_array) {
  for (i64 const length : {15, 16, 17, 31, 32, 33, 48, 67, 1025, 16383, 16384, 16385, 16400, 16416,
                           32768, 100000, 100003})
    check_reference<executor<Tiling>>(exact, kernels::reverse_complement::body{}, {length},
                                      bases(length));
}

TEST_CASE_TEMPLATE("reverse_complement: every alignment of both arrays", Tiling, clamped,
                   whole_array) {
  using memory = typename executor<Tiling>::memory;
  i64 const length = 16384 + 100;
  auto const s = bases(length);
  std::vector<u8> opposite;
  for (auto at = s.rbegin(); at != s.rend(); ++at) opposite.push_back(complement_of_code(*at));
  for (int from = 0; from < 16; ++from) {
    for (int const to : {0, 1, 8, 15}) {
      CAPTURE(from);
      CAPTURE(to);
      placed_array<memory, u8> const x(s, from, poison);
      placed_array<memory, u8> const y(std::vector<u8>(s.size(), 0xee), to, around_output);
      CHECK(executor<Tiling>::accepts(ops::reverse_complement{}, make_view(y.data(), length),
                                      make_view(x.data(), length)));
      CHECK(y.read() == opposite);
    }
  }
}

TEST_CASE_TEMPLATE("E071 reverse_complement: lower case and N", Tiling, clamped, whole_array) {
  check_opposite_text<Tiling>("aCgTn", "nAcGt");
  check_opposite_text<Tiling>("acgt", "acgt");
  check_opposite_text<Tiling>("NNA", "TNN");
}

TEST_CASE_TEMPLATE("E072 reverse_complement: IUPAC codes", Tiling, clamped, whole_array) {
  check_opposite_text<Tiling>("GGACTACHVGGGTWTCTAAT", "ATTAGAWACCCBDGTAGTCC");
  check_opposite_text<Tiling>("ACGTRYSWKMBDHVN", "NBDHVKMWSRYACGT");
}

TEST_CASE_TEMPLATE("E073 reverse_complement: in place, or where arrays overlap, it is refused",
                   Tiling, clamped, whole_array) {
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
