// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The opposite strand of a DNA sequence, read in its own direction. The body complements a base;
// the pattern reverses.
#ifndef PALLASBENCH_OPS_REVERSE_COMPLEMENT_HPP
#define PALLASBENCH_OPS_REVERSE_COMPLEMENT_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/bases.hpp>

namespace pb::ops {

/// out[i] = complement of s[length - 1 - i]: 3 - s of codes, ambiguous ones as they are; text keeps
/// its case, U gives A, and the IUPAC letters are exchanged (R and Y, K and M, B and V, D and H).
template <alphabet Alphabet>
struct reverse_complement_of {
  using signature = signature_of<pattern_kind::reversed, operand::bases>;

  template <class Bases>
  PB_FN auto operator()(Bases const& s) const {
    return base_complement<Alphabet>(s);
  }
};

using reverse_complement = reverse_complement_of<alphabet::codes>;

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_REVERSE_COMPLEMENT_HPP
