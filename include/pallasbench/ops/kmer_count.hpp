// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts of all k-mers of a DNA sequence. The body maps a window of k bases to the bin that counts
// it.
#ifndef PALLASBENCH_OPS_KMER_COUNT_HPP
#define PALLASBENCH_OPS_KMER_COUNT_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/bases.hpp>

namespace pb::ops {

/// The bin of a window s[0], ..., s[k - 1]: first base most significant, -1 (no bin) where a base is
/// ambiguous. k from 1 to 12. In text, case does not count.
template <alphabet Alphabet>
struct kmer_count_of {
  using signature = signature_of<pattern_kind::sequence, operand::bases>;
  int k = 4;

  PB_FN constexpr int window() const { return k; }
  PB_FN constexpr i64 bins() const { return i64(1) << (2 * k); }

  /// A bin is a number in base 4, and this a base's digit; see sequence_call.
  template <class Base>
  PB_FN auto digit(Base const& base) const {
    return base_code<Alphabet>(base);
  }

  template <class Window>
  PB_FN auto operator()(Window const& s) const {
    auto code = digit(s[0]);
    auto known = code < 4;
    for (int j = 1; j < k; ++j) {
      auto const next = digit(s[j]);
      code = code * 4 + next;
      known = known && next < 4;
    }
    return select(known, code, -1);
  }
};

using kmer_count = kmer_count_of<alphabet::codes>;

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_KMER_COUNT_HPP
