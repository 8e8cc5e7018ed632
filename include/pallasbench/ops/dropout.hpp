// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Dropout. The mask is a function of seed and element number alone; two dropouts in one composition
// need two seeds, or they drop the same elements.
#ifndef PALLASBENCH_OPS_DROPOUT_HPP
#define PALLASBENCH_OPS_DROPOUT_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// x / (1 - p) with probability 1 - p, else 0: kept where random_unit >= p, so p = 0 keeps all and
/// p = 1 none. A dropped NaN is 0. p from 0 to 1.   [Srivastava, Hinton et al., JMLR 15, 2014]
struct dropout {
  using signature = map_of<operand::tile>;
  static constexpr bool draws = true;
  double p = 0.1;
  u64 seed = 0;

  PB_FN constexpr bool is_allowed() const { return 0 <= p && p <= 1; }

  template <class X>
  PB_FN auto operator()(X const& x) const {
    double const scale = p < 1 ? 1 / (1 - p) : 0;
    return select(random_unit(x, seed) >= p, scale * x, 0.0);
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_DROPOUT_HPP
