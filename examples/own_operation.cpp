// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Notice: swish is written once, outside the library, and names no thread and no element type. It
// is run in f32, evaluated in f64, printed as StableHLO and as Jaxpr, and counted; nothing was
// added to the library for it.
#include <pallasbench/cost/cost.hpp>
#include <pallasbench/host.hpp>
#include <pallasbench/reference/reference_host.hpp>
#include <pallasbench/trace/record_call.hpp>
#include <pallasbench/trace/stablehlo.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace mine {

/// x / (1 + exp(-beta x))
struct swish {
  using signature = pb::map_of<pb::operand::tile>;
  double beta = 1;

  template <class X>
  PB_FN auto operator()(X const& x) const {
    return x / (1.0 + exp(-beta * x));
  }
};

using pb::operator|;  // lets two operations of this namespace be composed: swish{} | swish{}

}  // namespace mine

int main() {
  constexpr int n = 1000;
  std::vector<float> x(n), y(n);
  std::vector<double> exact(n);
  for (int i = 0; i < n; ++i)
    x[i] = float(i - 500) / 50;

  auto const [call, status] =
      pb::bind(mine::swish{1.5}, pb::make_view(y.data(), n), pb::make_view(x.data(), n));
  if (!status.ok()) return 1;
  auto const plan = call.plan_for<pb::tiling::clamped<65536>>();
  pb::host::run(call, plan);                         // the result, in f32
  pb::host::evaluate_reference(call, exact.data());  // the same body, in f64
  double error = 0;
  for (int i = 0; i < n; ++i)
    error = std::max(error, std::fabs(y[i] - exact[i]));

  pb::cost::work const work = pb::cost::count(call);
  std::printf("%s\n%s\n", pb::trace::to_stablehlo(pb::trace::record(call, "swish")).c_str(),
              pb::trace::to_jaxpr(pb::trace::pallas_form(call, plan, "swish")).c_str());
  std::printf("%lld bytes, %lld flops, largest error %g\n", static_cast<long long>(work.bytes),
              static_cast<long long>(work.flops), error);
  return error < 1e-5 ? 0 : 1;
}
