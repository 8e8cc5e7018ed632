// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Mish [Misra, arXiv:1908.08681].
#ifndef PALLASBENCH_OPS_MISH_HPP
#define PALLASBENCH_OPS_MISH_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/ops/softplus.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// x tanh(softplus(x))
struct mish {
  using signature = map_of<operand::tile>;

  template <class X>
  PB_FN auto operator()(X const& x) const {
    return x * tanh(softplus{}(x));
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_MISH_HPP
