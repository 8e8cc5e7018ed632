// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Words for bodies that see DNA, made of those in words.hpp, so that every reading has them. The
// alphabet is a template argument: reading codes, which is the default everywhere, costs nothing.
// What they compute is what core/dna.hpp says of one base.
#ifndef PALLASBENCH_TILE_BASES_HPP
#define PALLASBENCH_TILE_BASES_HPP

#include <pallasbench/core/dna.hpp>
#include <pallasbench/tile/registers.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb {

namespace detail {

// Lower case folded to upper; no byte beyond 'z' becomes a letter.
template <value X>
PB_FN auto upper_case(X const& x) { return select(x >= int('a'), x - int('a' - 'A'), x); }

// y, but b where x is a, and a where x is b.
template <value Y, value X>
PB_FN auto exchanged(Y const& y, X const& x, char a, char b) {
  return select(x == int(a), int(b), select(x == int(b), int(a), y));
}

// A functor made of words: Words::apply(x) is what a trace records, and what is computed of an
// element. In lazy rows it is one function; spelled out there, its type would take NVRTC seconds.
template <class Words>
struct in_words : scalar::functor<opcode::none, 0> {
  using words = Words;
  template <class T>
  PB_FN i32 operator()(T x) const {
    return Words::apply(tile<i32, 1, no_rows>{{static_cast<i32>(x)}, {}}).at(0);
  }
};

struct code_of_text {
  template <value X>
  PB_FN static auto apply(X const& x) {
    auto const letter = upper_case(x);
    auto const t_or_none = 3 + cast<i32>(letter != int('T') && letter != int('U'));
    auto const g_or_after = select(letter == int('G'), 2, t_or_none);
    auto const c_or_after = select(letter == int('C'), 1, g_or_after);
    return select(letter == int('A'), 0, c_or_after);
  }
};

struct complement_of_text {
  template <value X>
  PB_FN static auto apply(X const& x) {
    auto const letter = upper_case(x);
    auto const with_u = select(letter == int('U'), int('A'), letter);
    auto const with_at = exchanged(with_u, letter, 'A', 'T');
    auto const with_cg = exchanged(with_at, letter, 'C', 'G');
    auto const with_ry = exchanged(with_cg, letter, 'R', 'Y');
    auto const with_km = exchanged(with_ry, letter, 'K', 'M');
    auto const with_bv = exchanged(with_km, letter, 'B', 'V');
    return exchanged(with_bv, letter, 'D', 'H') + (x - letter);
  }
};

}  // namespace detail

/// The codes of bases: 0 to 3, or an ambiguous base's own value; 4 where text is ambiguous.
template <alphabet Alphabet, value X>
PB_FN auto base_code(X const& x) {
  if constexpr (Alphabet == alphabet::codes) return x;
  else return lift(detail::in_words<detail::code_of_text>{}, x);
}

/// The opposite bases, in the same alphabet. Ambiguous codes stay; text keeps its case, and the
/// IUPAC letters are exchanged too.
template <alphabet Alphabet, value X>
PB_FN auto base_complement(X const& x) {
  if constexpr (Alphabet == alphabet::codes) return select(x < 4, 3 - x, x);
  else return lift(detail::in_words<detail::complement_of_text>{}, x);
}

}  // namespace pb

#endif  // PALLASBENCH_TILE_BASES_HPP
