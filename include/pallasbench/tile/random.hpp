// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Uniform draws of consecutive elements: the arithmetic behind random_unit, for the readings that
// compute. What an element draws is said in words.hpp.
#ifndef PALLASBENCH_TILE_RANDOM_HPP
#define PALLASBENCH_TILE_RANDOM_HPP

#include <pallasbench/core/philox.hpp>

namespace pb {

template <int Count>
struct unit_draws {
  float of[Count];
};

namespace detail {

/// Word j + skipped, 0 to 6, of two blocks in a row. By comparisons: an array with a computed index
/// would leave the registers.
PB_FN u32 word_of_two(philox_block const& a, philox_block const& b, int j, int skipped) {
  u32 const word[8] = {a.word[0], a.word[1], a.word[2], a.word[3],
                       b.word[0], b.word[1], b.word[2], b.word[3]};
  u32 const low = skipped == 0 ? word[j] : word[j + 1];
  u32 const high = skipped == 2 ? word[j + 2] : word[j + 3];
  return skipped < 2 ? low : high;
}

}  // namespace detail

/// The draws of elements first, first + 1, ...; one Philox block serves four elements, where runs
/// are not Aligned (first is no multiple of 4) two blocks meet in them.
template <int Count, bool Aligned>
PB_FN unit_draws<Count> draw_units(u64 seed, i64 first) {
  unit_draws<Count> draws{};
  int const skipped = Aligned ? 0 : int(first & 3);
  philox_block block = philox_at(seed, 0, first >> 2);
  PB_UNROLL
  for (int i = 0; i < Count; i += 4) {
    philox_block const next = philox_at(seed, 0, (first >> 2) + i / 4 + 1);
    PB_UNROLL
    for (int j = 0; j < 4 && i + j < Count; ++j)
      draws.of[i + j] = unit_float(detail::word_of_two(block, next, j, skipped));
    block = next;
  }
  return draws;
}

}  // namespace pb

#endif  // PALLASBENCH_TILE_RANDOM_HPP
