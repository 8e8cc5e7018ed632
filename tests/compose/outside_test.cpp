// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Compositions of operations that both live outside namespace pb.
#include <pallasbench/compose/compose.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/tile/registers.hpp>

#include <doctest/doctest.h>

namespace elsewhere {

struct doubled {
  using signature = pb::map_of<pb::operand::tile>;
  template <class X>
  PB_FN auto operator()(X const& x) const {
    return 2.0 * x;
  }
};

struct less_one {
  using signature = pb::map_of<pb::operand::tile>;
  template <class X>
  PB_FN auto operator()(X const& x) const {
    return x - 1.0;
  }
};

using pb::operator|;

}  // namespace elsewhere

TEST_CASE("compose: two operations of another namespace, which declares the operator") {
  auto const both = elsewhere::doubled{} | elsewhere::less_one{};
  pb::tile<double, 1, pb::no_rows> const three{{3}, {}};
  CHECK(both(three).at(0) == 5);
  CHECK((both | pb::ops::relu{})(three).at(0) == 5);
}
