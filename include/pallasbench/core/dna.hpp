// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// DNA, one byte a base, in either of two alphabets, and the maps between them. Codes are what
// kernels compute with; text is what files hold. The words of bodies for both are in
// tile/bases.hpp.
#ifndef PALLASBENCH_CORE_DNA_HPP
#define PALLASBENCH_CORE_DNA_HPP

#include <pallasbench/core/element.hpp>

namespace pb {

/// codes: A=0, C=1, G=2, T=3, every other value an ambiguous base. text: ASCII letters of either
/// case, U is T, every letter but A, C, G, T and U an ambiguous base.
enum class alphabet { codes, text };

/// The code of a letter: A, C, G and T or U of either case are 0 to 3, anything else is 4.
PB_FN constexpr u8 base_code(u8 letter) {
  switch (letter) {
    case 'A': case 'a': return 0;
    case 'C': case 'c': return 1;
    case 'G': case 'g': return 2;
    case 'T': case 't': case 'U': case 'u': return 3;
    default: return 4;
  }
}

/// The letter of a code: A, C, G, T, and N for every ambiguous base.
PB_FN constexpr u8 base_letter(u8 code) {
  switch (code) {
    case 0: return 'A';
    case 1: return 'C';
    case 2: return 'G';
    case 3: return 'T';
    default: return 'N';
  }
}

/// The base opposite a code: 3 - code; an ambiguous base stays as it is.
PB_FN constexpr u8 complement_of_code(u8 code) {
  return code < 4 ? static_cast<u8>(3 - code) : code;
}

/// The letter opposite a letter, in its case: A and T, C and G, and of the IUPAC codes R and Y, K
/// and M, B and V, D and H; U gives A. S, W, N and every byte that is no such letter stay as they
/// are.
PB_FN constexpr u8 complement_of_letter(u8 letter) {
  bool const is_lower = 'a' <= letter && letter <= 'z';
  u8 const lower = is_lower ? 'a' - 'A' : 0;
  char const pairs[] = "ATCGRYKMBVDH";
  if (letter - lower == 'U') return static_cast<u8>('A' + lower);
  for (int i = 0; i < 12; ++i)
    if (letter - lower == pairs[i]) return static_cast<u8>(pairs[i ^ 1] + lower);
  return letter;
}

}  // namespace pb

#endif  // PALLASBENCH_CORE_DNA_HPP
