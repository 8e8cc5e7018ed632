// expect: pb: the number of input views is not the number of the operation.s operands
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/ops/vector_add.hpp>
#include <pallasbench/patterns/bind.hpp>
#include <pallasbench/patterns/map/map.hpp>

auto call(pb::view<float, 1> const& out, pb::view<float const, 1> const& x) {
  return pb::bind(pb::ops::vector_add{}, out, x);
}
