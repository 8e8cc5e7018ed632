// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The CUDA backend: the text of each variant compiled by NVRTC and launched from its plan, buffers
// between guard zones, the output poisoned before each run; the f64 reference on the same device.
#ifndef PALLASBENCH_ROBUST_CUDA_BACKEND_HPP
#define PALLASBENCH_ROBUST_CUDA_BACKEND_HPP

#include <pallasbench/jit/loaded_module.hpp>
#include <pallasbench/measure/memory.hpp>
#include <pallasbench/measure/timing.hpp>
#include <pallasbench/reference/cuda_registry.hpp>
#include <pallasbench/robust/kernel_compiler.hpp>

#include <string>
#include <utility>
#include <vector>

namespace pb::robust {

namespace detail {

/// A problem's arrays on the device.
class device_arrays {
 public:
  measure::status upload(std::vector<byte_span> const& in, i64 out_bytes,
                         i64 workspace_bytes = 0) {
    for (auto const& array : in) {
      inputs_.emplace_back();
      i64 const bytes = static_cast<i64>(array.size());
      auto const done = measure::in_order(
          [&] { return inputs_.back().allocate(bytes, measure::guard_zones::both); },
          [&] { return inputs_.back().upload(array.data(), bytes); });
      if (!done.ok()) return done;
    }
    return measure::in_order(
        [&] { return workspace_.allocate(workspace_bytes, measure::guard_zones::both); },
        [&] { return out_.allocate(out_bytes, measure::guard_zones::both); });
  }

  std::vector<void const*> pointers() const {
    std::vector<void const*> result;
    for (auto const& buffer : inputs_) result.push_back(buffer.data());
    return result;
  }
  void* out() const { return out_.data(); }
  void* workspace() const { return workspace_.data(); }

  measure::status download(void* target) const {
    auto done = measure::in_order([&] { return out_.download(target, out_.bytes()); },
                                  [&] { return out_.check_guards(); },
                                  [&] { return workspace_.check_guards(); });
    for (auto const& buffer : inputs_)
      if (done.ok()) done = buffer.check_guards();
    return done;
  }

 private:
  std::vector<measure::device_buffer> inputs_;
  measure::device_buffer out_, workspace_;
};

inline outcome failed(failure what, measure::status const& status) {
  return status.ok() ? outcome{} : outcome{what, status.message};
}

}  // namespace detail

/// Whether kernels and warm compiles are timed.
enum class timing { on, off };

class cuda_backend final : public backend {
 public:
  explicit cuda_backend(kernel_compiler compiler, timing times = timing::on)
      : compiler_(std::move(compiler)), times_(times) {}

  compilation prepare(problem const& p, variant v, std::string const& text) override {
    jit::compiled code;
    compilation result = compiler_.compile(p, text, code);
    if (code.ok && v == variant::fixed && times_ == timing::on)
      result.warm_seconds = compiler_.warm_seconds(p, text);
    prepared& slot = slot_of(v);
    slot = {};
    if (!code.ok) return result;
    auto loaded = measure::check(slot.module.load(code.cubin), "loading the cubin");
    for (auto const& name : result.lowered_names) {
      auto& kernel = slot.kernels.emplace_back();
      if (loaded.ok()) loaded = measure::check(slot.module.find(name, kernel), "kernel");
    }
    slot.failure = loaded.message;
    return result;
  }

  outcome run(problem const& p, variant v, std::vector<array_bytes> const& in,
              array_bytes& out) override {
    fill_with(out, p.output.bytes(), std::byte{0xFF});
    detail::device_arrays arrays;
    auto const ready = arrays.upload(spans_of(in), p.output.bytes(), p.plan_of(v).workspace_bytes);
    if (!ready.ok()) return detail::failed(failure::runtime_error, ready);
    auto const launched = measure::check(launch(p, v, arrays, nullptr), "launch");
    if (!launched.ok()) return detail::failed(failure::launch_error, launched);
    return detail::failed(failure::runtime_error, arrays.download(out.data()));
  }

  outcome reference(problem const& p, std::vector<array_bytes> const& in,
                    doubles& out) override {
    fill_with(out, p.output.count(), PB_NAN);
    widened_inputs const widened(p, in);
    auto const found = reference::cuda_references().find(p.name);
    if (found == reference::cuda_references().end()) {  // built without nvcc: the same on the host
      p.reference_host(widened.pointers(), out.data());
      return {};
    }
    detail::device_arrays arrays;
    i64 const bytes = p.output.count() * i64(sizeof(double));
    auto const done = measure::in_order(
        [&] { return arrays.upload(widened.arrays(), bytes); },
        [&] {
          auto const call = p.reference_parameters(arrays.pointers(), nullptr);
          return measure::check(
              found->second(call.data(), static_cast<double*>(arrays.out()), nullptr), "reference");
        },
        [&] { return arrays.download(out.data()); });
    return detail::failed(failure::runtime_error, done);
  }

  outcome measure(problem const& p, std::vector<array_bytes> const& in,
                  measurements& found) override {
    if (times_ == timing::off) return add_usage(p, found);
    detail::device_arrays arrays;
    auto const ready =
        arrays.upload(spans_of(in), p.output.bytes(), p.plan_of(variant::fixed).workspace_bytes);
    if (!ready.ok()) return detail::failed(failure::runtime_error, ready);
    auto const timed = measure::measure([&](cudaStream_t stream) {
      return launch(p, variant::fixed, arrays, stream);
    });
    if (!timed.outcome.ok()) return detail::failed(failure::runtime_error, timed.outcome);
    add_times(timed.value, found);
    return add_usage(p, found);
  }

 private:
  struct prepared {
    jit::loaded_module module;
    std::vector<jit::kernel> kernels;  // by step
    std::string failure;
  };

  prepared& slot_of(variant v) { return prepared_[static_cast<int>(v)]; }

  /// Launches the steps in order; nothing is launched after a failure.
  cudaError_t launch(problem const& p, variant v, detail::device_arrays const& arrays,
                     cudaStream_t stream) {
    auto launches = p.launches(arrays.pointers(), arrays.out(), arrays.workspace());
    prepared const& slot = slot_of(v);
    cudaError_t status = slot.kernels.size() == launches.size() ? cudaSuccess
                                                                : cudaErrorInvalidResourceHandle;
    for (std::size_t i = 0; i < launches.size() && status == cudaSuccess; ++i)
      status = launch_step(slot.kernels[i], p.steps[i].plan_of(v), launches[i], stream);
    return status;
  }

  /// Clears output and workspace where the plan says so, then launches. An empty grid is no launch.
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

  static void add_times(measure::timing const& t, measurements& found) {
    auto const as_double = [](std::optional<int> mhz) {
      return mhz ? std::optional<double>(*mhz) : std::nullopt;
    };
    found.exec_seconds = t.median;
    found.exec_p10 = t.p10;
    found.exec_p90 = t.p90;
    found.samples = t.samples;
    found.method = t.method;
    found.cold_l2_seconds = t.cold_l2_median;
    found.clock_mhz_before = as_double(t.clock_mhz_before);
    found.clock_mhz_after = as_double(t.clock_mhz_after);
    found.launch_bound = t.launch_bound;
  }

  /// Of the widest step's kernel, as the plan in a record is that step's.
  outcome add_usage(problem const& p, measurements& found) {
    plan const& plan = p.steps[p.widest_step].plan_of(variant::fixed);
    auto const& kernel = slot_of(variant::fixed).kernels.at(p.widest_step);
    auto const dynamic_smem = static_cast<std::size_t>(plan.shared_memory_bytes);
    jit::kernel_facts facts;
    auto const read = measure::check(jit::read_facts(kernel, facts), "kernel attributes");
    if (!read.ok()) return detail::failed(failure::runtime_error, read);
    found.threads_per_block = plan.threads_per_block;
    found.registers_per_thread = facts.registers_per_thread;
    found.shared_memory_bytes = facts.shared_memory_bytes + static_cast<int>(dynamic_smem);
    found.local_memory_bytes = facts.local_memory_bytes;
    found.occupancy_pct = jit::occupancy_pct(kernel, plan.threads_per_block, dynamic_smem);
    return {};
  }

  kernel_compiler compiler_;
  timing times_;
  prepared prepared_[2];
};

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_CUDA_BACKEND_HPP
