// control: what the other files here get wrong, done right.
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/compose/compose.hpp>
#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/gather.hpp>
#include <pallasbench/ops/kmer_count.hpp>
#include <pallasbench/ops/matmul.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/ops/softmax.hpp>
#include <pallasbench/ops/vector_add.hpp>
#include <pallasbench/patterns/bind.hpp>
#include <pallasbench/patterns/contract/contract.hpp>
#include <pallasbench/patterns/index/index.hpp>
#include <pallasbench/patterns/map/map_host.hpp>
#include <pallasbench/patterns/rows/rows_host.hpp>
#include <pallasbench/patterns/sequence/sequence.hpp>

auto const product = pb::ops::relu{} | pb::ops::matmul{} | pb::ops::bias{};
auto const lookup = pb::ops::gather{} | pb::ops::relu{};
auto const rows = pb::ops::bias{} | pb::ops::softmax{} | pb::ops::relu{};
constexpr auto type = pb::element_of<float>;

struct centred {
  using signature = pb::rows_of<pb::operand::tile>;
  template <class X> PB_FN auto operator()(X const& x) const {
    return x - pb::row_mean(x);
  }
};

void run(pb::rows_call<centred, float> const& call) {
  pb::host::run(call, call.plan_for<pb::tiling::clamped<65536>>());
}

auto call(pb::view<float, 1> const& out, pb::view<float const, 1> const& x,
          pb::view<float, 1> const& y) {
  return pb::bind(pb::ops::vector_add{}, out, x, y);
}

auto plan(pb::contract_call<pb::ops::matmul, float> const& call) {
  return call.plan_for<pb::tiling::clamped<65536>>();
}
