// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// A problem's kernels as NVRTC compiled them, and how they are launched: from their plans, what the
// plans say cleared first.
#ifndef PALLASBENCH_ROBUST_COMPILED_PROBLEM_HPP
#define PALLASBENCH_ROBUST_COMPILED_PROBLEM_HPP

#include <pallasbench/jit/loaded_module.hpp>
#include <pallasbench/patterns/launch.hpp>
#include <pallasbench/robust/device_arrays.hpp>

#include <string>
#include <vector>

namespace pb::robust {

class compiled_problem {
 public:
  /// The kernels of a cubin by their lowered names, one a step of the problem.
  measure::status load(std::vector<char> const& cubin, std::vector<std::string> const& names) {
    kernels_.assign(names.size(), {});
    auto loaded = measure::check(module_.load(cubin), "loading the cubin");
    for (std::size_t i = 0; i < names.size() && loaded.ok(); ++i)
      loaded = measure::check(module_.find(names[i], kernels_[i]), "finding a kernel");
    return loaded;
  }

  jit::kernel const& kernel(std::size_t step) const { return kernels_.at(step); }

  /// Launches the steps in order; nothing is launched after a failure. An empty grid is no launch.
  cudaError_t launch(problem const& p, variant v, device_arrays const& arrays,
                     cudaStream_t stream) const {
    auto launches = p.launches(arrays.pointers(), arrays.out(), arrays.workspace());
    cudaError_t status =
        kernels_.size() == launches.size() ? cudaSuccess : cudaErrorInvalidResourceHandle;
    for (std::size_t i = 0; i < launches.size() && status == cudaSuccess; ++i)
      status = launch_step(kernels_[i], p.steps[i].plan_of(v), launches[i], stream);
    return status;
  }

 private:
  static cudaError_t launch_step(jit::kernel const& kernel, plan const& plan, step_launch& step,
                                 cudaStream_t stream) {
    if (kernel.handle == nullptr) return cudaErrorInvalidResourceHandle;
    auto const matches = jit::check_parameter(kernel, step.parameters.size());
    if (matches != cudaSuccess) return matches;
    return cuda::launch_planned(kernel.function(), plan, {step.out, step.out_bytes, step.workspace},
                                stream, step.parameters.data());
  }

  jit::loaded_module module_;
  std::vector<jit::kernel> kernels_;  // by step
};

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_COMPILED_PROBLEM_HPP
