// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The record of an evaluated kernel: what each field is taken from. Rates are the counts of the cost
// reading over measured times; a value that was not measured stays empty.
#ifndef PALLASBENCH_RECORD_MAKE_RECORD_HPP
#define PALLASBENCH_RECORD_MAKE_RECORD_HPP

#include <pallasbench/record/diff.hpp>
#include <pallasbench/record/python_module.hpp>
#include <pallasbench/record/record.hpp>
#include <pallasbench/robust/evaluation.hpp>
#include <pallasbench/robust/registry.hpp>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace pb::record {

/// What a record needs beside the evaluation.
struct record_context {
  std::string size;  // the preset's name
  i64 seed = 0;
  std::string sha = {};
  double wall_time_seconds = 0;
  environment machine = {};
  /// Peak rate of f32 arithmetic, where known: the other side of the roofline.
  std::optional<double> peak_gflops = {};
};

namespace detail {

inline shape shape_of(extents const& e) { return {e.size_of_dim, e.size_of_dim + e.rank}; }

inline filter to_filter(robust::filter_result const& f) {
  return {f.passed, f.value, f.threshold, f.reason};
}

inline filters to_filters(robust::filters const& f) {
  return {to_filter(f.output_range), to_filter(f.output_std), to_filter(f.axes_variation),
          to_filter(f.input_impact), to_filter(f.source_analysis)};
}

inline status status_of(robust::evaluation const& e) {
  switch (e.ended.what) {
    case robust::failure::compile_error: return status::compile_error;
    case robust::failure::launch_error: return status::launch_error;
    case robust::failure::runtime_error: return status::runtime_error;
    case robust::failure::none: break;
  }
  if (!e.correct()) return status::incorrect;
  return e.robust() ? status::ok : status::suspicious;
}

/// ", dtype=torch.bfloat16" and the like; nothing for f32, PyTorch's default.
inline std::string torch_dtype(element_type type) {
  switch (type) {
    case element_type::f16: return ", dtype=torch.float16";
    case element_type::bf16: return ", dtype=torch.bfloat16";
    case element_type::u8: return ", dtype=torch.uint8";
    case element_type::i32: return ", dtype=torch.int32";
    case element_type::i64: return ", dtype=torch.int64";
    default: return "";
  }
}

/// The PyTorch expression that makes an input like ours: of its shape and type, and in range. Labels
/// name one of `columns`, indices a row of a table, from its end as well.
inline python_input torch_input(robust::array_spec const& spec, i64 table_rows, i64 columns) {
  std::string dims;
  for (i64 const d : spec.shape) dims += std::to_string(d) + ", ";
  std::string const shape_and_type = "(" + dims + ")" + torch_dtype(spec.type);
  auto const integers = [&](i64 from, i64 to) {
    return python_input{"torch.randint(" + std::to_string(from) + ", " + std::to_string(to) + ", " +
                        shape_and_type + ")"};
  };
  switch (spec.role) {
    case operand::index: return integers(-table_rows, table_rows);
    case operand::label: return integers(0, columns);
    case operand::bases: return integers(0, 4);
    case operand::matrix:
    case operand::filters:
      return {"torch.randn(" + shape_and_type + ") * " +
              std::to_string(robust::detail::fan_in(spec)) + " ** -0.5"};
    default: return {"torch.randn(" + shape_and_type + ")"};
  }
}

/// The expression with the output's last extent in place of "{columns}".
inline std::string torch_expression(std::string text, robust::array_spec const& output) {
  std::string const placeholder = "{columns}";
  auto const at = text.find(placeholder);
  if (at == text.npos) return text;
  return text.replace(at, placeholder.size(), std::to_string(output.shape.back()));
}

inline std::string python_code(robust::registered_kernel const& kernel, robust::problem const& p) {
  std::vector<python_input> inputs;
  i64 const columns = p.inputs[0].shape.back();
  for (auto const& spec : p.inputs) inputs.push_back(torch_input(spec, p.index_bound(), columns));
  return python_module(kernel.info.inputs, torch_expression(kernel.info.torch, p.output), inputs);
}

inline void add_correctness(result& r, robust::evaluation const& e) {
  r.correctness_passed = e.correct();
  r.robustness_passed = e.robust();
  r.atol = e.tol.atol;
  r.rtol = e.tol.rtol;
  r.tolerance_reason = e.tol.reason;
  r.seeds_tried = e.trials;
  if (e.trials == 0) return;
  r.max_abs_error = e.worst.max_abs_error;
  r.max_rel_error = e.worst.max_rel_error;
  r.max_ulp_error = e.worst.max_ulp_error;
  r.mismatches = e.worst.mismatches;
  if (e.worst.mismatches != 0) r.first_mismatch = e.worst.first_mismatch;
}

inline void add_times(result& r, robust::evaluation const& e) {
  robust::measurements const& m = e.measured;
  r.jit_compile_time_seconds = e.compiled.seconds;
  r.jit_compile_time_warm_seconds = e.compiled.warm_seconds;
  r.kernel_exec_time_seconds = m.exec_seconds;
  r.kernel_exec_time_seconds_p10 = m.exec_p10;
  r.kernel_exec_time_seconds_p90 = m.exec_p90;
  r.timing_samples = m.samples;
  r.timing_method = m.method;
  r.kernel_exec_time_cold_l2_seconds = m.cold_l2_seconds;
  r.clock_mhz_before = m.clock_mhz_before;
  r.clock_mhz_after = m.clock_mhz_after;
  r.launch_bound = m.launch_bound;
}

/// The roofline is the time that the peaks allow over the cold-cache time: with a warm cache a small
/// problem would seem to beat the memory it does not touch.
inline void add_work(result& r, robust::problem const& p, robust::evaluation const& e,
                     record_context const& context) {
  r.bytes_moved = p.work.bytes;
  r.flops = p.work.flops;
  auto const seconds = e.measured.exec_seconds;
  if (!seconds || *seconds <= 0) return;
  r.throughput_gflops = double(p.work.flops) / *seconds * 1e-9;
  r.bandwidth_gbps = double(p.work.bytes) / *seconds * 1e-9;
  auto const peak = context.machine.peak_bandwidth_gbps;
  if (!peak || *peak <= 0) return;
  r.bandwidth_utilization_pct = 100 * *r.bandwidth_gbps / *peak;
  if (!context.peak_gflops || !e.measured.cold_l2_seconds) return;
  double const floor = cost::roofline_seconds(p.work, *peak * 1e9, *context.peak_gflops * 1e9);
  r.roofline_pct = 100 * floor / *e.measured.cold_l2_seconds;
}

inline void add_launch(result& r, robust::problem const& p, robust::evaluation const& e) {
  plan const& fixed = p.plan_of(robust::variant::fixed);
  r.block_shape = shape_of(fixed.block_shape);
  r.grid_shape = shape_of(fixed.grid_shape);
  r.num_blocks = fixed.num_blocks();
  r.block_utilization = fixed.block_utilization;
  r.grid_efficiency = fixed.grid_efficiency;
  r.memory_access_pattern = pb::name(fixed.memory_access_pattern);
  r.threads_per_block = e.measured.threads_per_block;
  r.registers_per_thread = e.measured.registers_per_thread;
  r.shared_memory_bytes = e.measured.shared_memory_bytes;
  r.local_memory_bytes = e.measured.local_memory_bytes;
  r.occupancy_pct = e.measured.occupancy_pct;
  r.gpu_memory_used_bytes = p.output.bytes() + fixed.workspace_bytes;
  for (auto const& input : p.inputs) r.gpu_memory_used_bytes += input.bytes();
}

inline result make_result(robust::problem const& p, robust::evaluation const& e,
                          record_context const& context) {
  result r;
  add_correctness(r, e);
  r.wall_time_seconds = context.wall_time_seconds;
  add_times(r, e);
  add_work(r, p, e, context);
  r.filters = to_filters(e.filters);
  r.mutants = {e.mutants.tried, e.mutants.rejected, e.mutants.survivors, e.mutants.not_applicable};
  add_launch(r, p, e);
  return r;
}

}  // namespace detail

/// The record; its jaxpr and stablehlo are those of the problem, its texts those that were evaluated.
inline record make_record(robust::registered_kernel const& kernel, robust::problem const& p,
                          robust::kernel_texts const& texts, robust::evaluation const& e,
                          record_context const& context) {
  record r;
  r.kernel_name = kernel.info.name;
  r.level = kernel.info.level;
  r.category = kernel.info.category;
  r.description = kernel.info.description;
  r.source_original = texts.original;
  r.source_fixed = texts.fixed;
  r.diff = unified_diff(texts.original, texts.fixed, kernel.file);
  r.jaxpr = p.jaxpr;
  r.stablehlo = p.stablehlo;
  r.ptx = e.compiled.ptx;
  for (auto const& input : p.inputs) {
    r.input_shapes.push_back(input.shape);
    r.input_dtypes.emplace_back(pb::name(input.type));
  }
  r.output_shape = p.output.shape;
  r.output_dtype = {pb::name(p.output.type)};
  r.size = context.size;
  r.seed = context.seed;
  r.original = {e.original.compiled, e.original.launched, e.original.correct, e.original.error};
  r.entry_point = kernel.info.name;
  r.python_code = detail::python_code(kernel, p);
  r.uuid = kernel.info.number;
  r.sha = context.sha;
  r.status = detail::status_of(e);
  if (!e.ended.ok()) r.status_message = e.ended.message;
  for (auto const& step : p.steps)
    r.compiled_as += (r.compiled_as.empty() ? "" : "; ") + step.entry.expression;
  r.environment = context.machine;
  r.result = detail::make_result(p, e, context);
  return r;
}

}  // namespace pb::record

#endif  // PALLASBENCH_RECORD_MAKE_RECORD_HPP
