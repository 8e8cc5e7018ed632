// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// A problem's kernels as NVRTC compiled them, and how they are launched: from their plans, what the
// plans say cleared first.
#ifndef PALLASBENCH_ROBUST_COMPILED_PROBLEM_HPP
#define PALLASBENCH_ROBUST_COMPILED_PROBLEM_HPP

#include <pallasbench/jit/loaded_module.hpp>
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
    if (plan.clears_output) {
      auto const cleared = clear(step.out, step.out_bytes, stream);
      if (cleared != cudaSuccess) return cleared;
    }
    if (plan.clears_workspace) {
      auto const cleared = clear(step.workspace, plan.workspace_bytes, stream);
      if (cleared != cudaSuccess) return cleared;
    }
    if (plan.launched_blocks == 0) return cudaSuccess;
    return jit::launch(kernel, dim3(static_cast<unsigned>(plan.launched_blocks)),
                       dim3(static_cast<unsigned>(plan.threads_per_block)),
                       static_cast<std::size_t>(plan.shared_memory_bytes), stream,
                       step.parameters.data(), step.parameters.size());
  }

  static cudaError_t clear(void* data, i64 bytes, cudaStream_t stream) {
    return bytes == 0 ? cudaSuccess
                      : cudaMemsetAsync(data, 0, static_cast<std::size_t>(bytes), stream);
  }

  jit::loaded_module module_;
  std::vector<jit::kernel> kernels_;  // by step
};

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_COMPILED_PROBLEM_HPP
