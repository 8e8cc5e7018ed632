// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Notice: swiglu.hpp writes the operation once. Here it is run in f32, evaluated in f64, printed as
// StableHLO and as Jaxpr, and counted. The GPU kernel is in own_operation_cuda.cu; the record comes
// from the exporter that swiglu.hpp names, or from a program like custom_record.cpp.
#include "swiglu.hpp"

#include <pallasbench/cost/cost.hpp>
#include <pallasbench/host.hpp>
#include <pallasbench/reference/reference_host.hpp>
#include <pallasbench/trace/record_call.hpp>
#include <pallasbench/trace/stablehlo.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

int main() {
  constexpr int n = 1000;
  std::vector<float> x(n), gate(n), y(n);
  std::vector<double> exact(n);
  for (int i = 0; i < n; ++i) {
    x[i] = float(i - 500) / 50;
    gate[i] = std::cos(float(i));
  }

  // A call is the operation with its arrays. Every reading takes one; so does the executor.
  auto const [call, status] =
      pb::bind(mine::swiglu{1.5}, pb::make_view(y.data(), n), pb::make_view(x.data(), n),
               pb::make_view(gate.data(), n));
  if (!status.ok()) return 1;
  auto const plan = call.plan_for<pb::kernels::swiglu::tiles>();
  pb::host::run(call, plan);                         // the result, in f32
  pb::host::evaluate_reference(call, exact.data());  // the same body, in f64

  double error = 0, reference_error = 0;
  for (int i = 0; i < n; ++i) {
    double const wanted = double(gate[i]) * x[i] / (1 + std::exp(-1.5 * x[i]));
    error = std::max(error, std::fabs(y[i] - wanted));
    reference_error = std::max(reference_error, std::fabs(exact[i] - wanted));
  }

  pb::cost::work const work = pb::cost::count(call);
  std::printf("%s\n%s\n", pb::trace::to_stablehlo(pb::trace::record(call, "swiglu")).c_str(),
              pb::trace::to_jaxpr(pb::trace::pallas_form(call, plan, "swiglu")).c_str());
  std::printf("%lld bytes, %lld flops\n", static_cast<long long>(work.bytes),
              static_cast<long long>(work.flops));
  std::printf("largest error: f32 %g, f64 %g\n", error, reference_error);
  bool const counted = work.bytes == 3 * sizeof(float) * n;
  return counted && error < 1e-5 && reference_error < 1e-13 ? 0 : 1;
}
