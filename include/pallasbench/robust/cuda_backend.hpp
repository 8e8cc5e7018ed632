// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The CUDA backend: the text of each variant compiled by NVRTC and launched from its plan, buffers
// between guard zones, the output poisoned before each run; the f64 reference on the same device.
#ifndef PALLASBENCH_ROBUST_CUDA_BACKEND_HPP
#define PALLASBENCH_ROBUST_CUDA_BACKEND_HPP

#include <pallasbench/measure/timing.hpp>
#include <pallasbench/reference/cuda_registry.hpp>
#include <pallasbench/robust/compiled_problem.hpp>
#include <pallasbench/robust/kernel_compiler.hpp>

#include <string>
#include <utility>
#include <vector>

namespace pb::robust {

namespace detail {

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
    slot_of(v) = {};
    // What cannot be loaded cannot be launched: run() says so.
    if (code.ok) static_cast<void>(slot_of(v).load(code.cubin, result.lowered_names));
    return result;
  }

  outcome run(problem const& p, variant v, std::vector<array_bytes> const& in,
              array_bytes& out) override {
    fill_with(out, p.output.bytes(), std::byte{0xFF});
    device_arrays arrays;
    auto const ready = arrays.upload(spans_of(in), p.output.bytes(), p.plan_of(v).workspace_bytes);
    if (!ready.ok()) return detail::failed(failure::runtime_error, ready);
    auto const launched = measure::check(slot_of(v).launch(p, v, arrays, nullptr), "launch");
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
    device_arrays arrays;
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
    device_arrays arrays;
    auto const ready =
        arrays.upload(spans_of(in), p.output.bytes(), p.plan_of(variant::fixed).workspace_bytes);
    if (!ready.ok()) return detail::failed(failure::runtime_error, ready);
    auto const timed = measure::measure([&](cudaStream_t stream) {
      return slot_of(variant::fixed).launch(p, variant::fixed, arrays, stream);
    });
    if (!timed.outcome.ok()) return detail::failed(failure::runtime_error, timed.outcome);
    add_times(timed.value, found);
    return add_usage(p, found);
  }

 private:
  compiled_problem& slot_of(variant v) { return prepared_[static_cast<int>(v)]; }

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
    auto const& kernel = slot_of(variant::fixed).kernel(p.widest_step);
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
  compiled_problem prepared_[2];
};

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_CUDA_BACKEND_HPP
