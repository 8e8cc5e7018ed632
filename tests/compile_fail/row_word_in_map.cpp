// expect: pb::map: the body of a map sees elements, not rows.*pattern_kind::rows
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/patterns/map/map_host.hpp>
#include <pallasbench/tile/words.hpp>

struct centred {
  using signature = pb::map_of<pb::operand::tile>;
  template <class X> PB_FN auto operator()(X const& x) const {
    return x - pb::row_mean(x);
  }
};

void run(pb::map_call<centred, float> const& call) {
  pb::host::run(call, call.plan_for<pb::tiling::clamped<65536>>());
}
