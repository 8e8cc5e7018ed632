// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The maps between letters and codes, for every byte; the words of tile/bases.hpp say the same.
#include <pallasbench/core/dna.hpp>
#include <pallasbench/tile/bases.hpp>
#include <pallasbench/tile/registers.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace {

using namespace pb;

static_assert(base_code('g') == 2 && base_letter(3) == 'T' && complement_of_letter('r') == 'y');

std::string complement_of(std::string letters) {
  for (char& letter : letters)
    letter = static_cast<char>(complement_of_letter(static_cast<u8>(letter)));
  return letters;
}

TEST_CASE("dna: letters of either case to codes") {
  std::string const letters = "AaCcGgTtUu";
  for (std::size_t i = 0; i < letters.size(); ++i) {
    CAPTURE(letters[i]);
    CHECK(base_code(static_cast<u8>(letters[i])) == std::min<std::size_t>(i / 2, 3));
  }
  int known = 0;
  for (int byte = 0; byte < 256; ++byte) known += base_code(static_cast<u8>(byte)) < 4;
  CHECK(known == 10);
  CHECK(base_code('N') == 4);
  CHECK(base_code(0) == 4);
}

TEST_CASE("dna: codes to letters and back") {
  std::string letters;
  for (int code = 0; code < 6; ++code)
    letters += static_cast<char>(base_letter(static_cast<u8>(code)));
  CHECK(letters == "ACGTNN");
  CHECK(base_letter(255) == 'N');
  for (u8 code = 0; code < 5; ++code) CHECK(base_code(base_letter(code)) == code);
}

TEST_CASE("dna: complements") {
  CHECK(complement_of("ACGTRYSWKMBDHVN") == "TGCAYRSWMKVHDBN");
  CHECK(complement_of("acgtryswkmbdhvn") == "tgcayrswmkvhdbn");
  CHECK(complement_of("Uu-*. {[@`") == "Aa-*. {[@`");
  for (int byte = 0; byte < 256; ++byte) {
    u8 const letter = static_cast<u8>(byte);
    u8 const opposite = complement_of_letter(letter);
    if (letter != 'U' && letter != 'u') CHECK(complement_of_letter(opposite) == letter);
    u8 const code = base_code(letter);
    if (code < 4) CHECK(base_code(opposite) == complement_of_code(code));
    CHECK(complement_of_code(complement_of_code(letter)) == letter);
  }
}

TEST_CASE("dna: the words of bodies are these maps") {
  for (int byte = 0; byte < 256; ++byte) {
    CAPTURE(byte);
    u8 const letter = static_cast<u8>(byte);
    tile<i32, 1, no_rows> const x{{byte}, {}};
    CHECK(base_code<alphabet::text>(x).at(0) == base_code(letter));
    CHECK(base_code<alphabet::codes>(x).at(0) == byte);
    CHECK(base_complement<alphabet::text>(x).at(0) == complement_of_letter(letter));
    CHECK(base_complement<alphabet::codes>(x).at(0) == complement_of_code(letter));
  }
}

}  // namespace
