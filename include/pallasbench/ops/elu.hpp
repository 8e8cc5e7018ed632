// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Exponential linear unit; expm1 keeps small arguments exact.
#ifndef PALLASBENCH_OPS_ELU_HPP
#define PALLASBENCH_OPS_ELU_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// x if x > 0 else alpha expm1(x)
struct elu {
  using signature = map_of<operand::tile>;
  double alpha = 1;

  template <class X>
  PB_FN auto operator()(X const& x) const {
    return select(x > 0.0, x, alpha * expm1_of_negative(x));
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_ELU_HPP
