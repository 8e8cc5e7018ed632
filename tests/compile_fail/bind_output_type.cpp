// expect: pb: the output view has another element type than the operation gives
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/patterns/bind.hpp>
#include <pallasbench/patterns/map/map.hpp>

auto call(pb::view<double, 1> const& out, pb::view<float const, 1> const& x) {
  return pb::bind(pb::ops::relu{}, out, x);
}
