// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Elementwise maximum of two arrays. NaN on either side gives NaN, unlike fmax.
#ifndef PALLASBENCH_OPS_ELEMENTWISE_MAX_HPP
#define PALLASBENCH_OPS_ELEMENTWISE_MAX_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// max(a, b)
struct elementwise_max {
  using signature = map_of<operand::tile, operand::tile>;

  template <class A, class B>
  PB_FN auto operator()(A const& a, B const& b) const {
    return max(a, b);
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_ELEMENTWISE_MAX_HPP
