// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Elementwise product of two arrays.
#ifndef PALLASBENCH_OPS_ELEMENTWISE_MUL_HPP
#define PALLASBENCH_OPS_ELEMENTWISE_MUL_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// a b
struct elementwise_mul {
  using signature = map_of<operand::tile, operand::tile>;

  template <class A, class B>
  PB_FN auto operator()(A const& a, B const& b) const {
    return a * b;
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_ELEMENTWISE_MUL_HPP
