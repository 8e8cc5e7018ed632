// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Mish [Misra, arXiv:1908.08681].
#ifndef PALLASBENCH_OPS_MISH_HPP
#define PALLASBENCH_OPS_MISH_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// x tanh(log(1 + exp(x))), and with e = exp(x): tanh(log(1 + e)) = e (e + 2) / (e (e + 2) + 2). One
/// exponential and a division in place of exp, log1p and tanh, which took longer than memory does;
/// to rounding also where e is small. From 20 on the fraction is 1 in f64 as well, and no e overflows.
struct mish {
  using signature = map_of<operand::tile>;

  template <class X>
  PB_FN auto operator()(X const& x) const {
    auto const e = exp_of_term(min(x, 20.0));
    auto const n = e * (e + 2.0);
    return x * (n / (n + 2.0));
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_MISH_HPP
