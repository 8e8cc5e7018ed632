// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Logistic sigmoid. exp(-x) may overflow to infinity, and then the result is 0, as it should be.
#ifndef PALLASBENCH_OPS_SIGMOID_HPP
#define PALLASBENCH_OPS_SIGMOID_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// 1 / (1 + exp(-x))
struct sigmoid {
  using signature = map_of<operand::tile>;

  template <class X>
  PB_FN auto operator()(X const& x) const {
    return logistic(x);
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_SIGMOID_HPP
