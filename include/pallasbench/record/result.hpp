// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What running one kernel showed, as plain data and as JSON. Nothing is computed here: the values
// come from robust/, measure/, jit/, cost/ and the plan that launched.
#ifndef PALLASBENCH_RECORD_RESULT_HPP
#define PALLASBENCH_RECORD_RESULT_HPP

#include <pallasbench/core/element.hpp>
#include <pallasbench/record/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace pb::record {

/// Extents of an array, a block or a grid, outermost first.
using shape = std::vector<i64>;

/// The verdict of one robustness filter. A value that is NaN or infinite is given as it is.
struct filter {
  bool passed = false;
  std::optional<double> value;
  std::optional<double> threshold;
  std::string reason;
};

struct filters {
  filter output_range, output_std, axes_variation, input_impact, source_analysis;
};

/// How the check did on outputs known to be wrong; the survivors are named, and what could not be made
/// or makes no difference is listed as "name: reason".
struct mutants {
  i64 tried = 0;
  i64 rejected = 0;
  std::vector<std::string> survivors;
  std::vector<std::string> not_applicable;
};

/// Every member is in the record under its own name and in this order. An optional is empty, and
/// null in the record, where its value was not measured.
struct result {
  bool correctness_passed = false;
  bool robustness_passed = false;
  std::optional<double> max_abs_error;
  std::optional<double> max_rel_error;
  std::optional<double> max_ulp_error;
  std::optional<i64> mismatches;
  std::optional<shape> first_mismatch;
  double atol = 0;
  double rtol = 0;
  std::string tolerance_reason;
  i64 seeds_tried = 0;

  double wall_time_seconds = 0;
  std::optional<double> jit_compile_time_seconds;
  std::optional<double> jit_compile_time_warm_seconds;
  std::optional<double> kernel_exec_time_seconds;
  std::optional<double> kernel_exec_time_seconds_p10;
  std::optional<double> kernel_exec_time_seconds_p90;
  i64 timing_samples = 0;
  std::optional<std::string> timing_method;
  std::optional<double> kernel_exec_time_cold_l2_seconds;
  std::optional<double> clock_mhz_before;
  std::optional<double> clock_mhz_after;
  std::optional<bool> launch_bound;

  i64 bytes_moved = 0;
  i64 flops = 0;
  std::optional<double> throughput_gflops;
  std::optional<double> bandwidth_gbps;
  std::optional<double> bandwidth_utilization_pct;
  std::optional<double> roofline_pct;

  pb::record::filters filters;
  pb::record::mutants mutants;

  shape block_shape;
  shape grid_shape;
  i64 num_blocks = 0;
  double block_utilization = 0;
  double grid_efficiency = 0;
  std::string memory_access_pattern;  // "contiguous", "strided" or "gather"
  std::optional<i64> threads_per_block;
  std::optional<i64> registers_per_thread;
  std::optional<i64> shared_memory_bytes;
  std::optional<i64> local_memory_bytes;
  std::optional<double> occupancy_pct;
  i64 gpu_memory_used_bytes = 0;
};

inline void write(json_writer& json, filter const& filter) {
  json.begin_object();
  json.member("passed", filter.passed);
  json.member("value", filter.value);
  json.member("threshold", filter.threshold);
  json.member("reason", filter.reason);
  json.end_object();
}

inline void write(json_writer& json, filters const& filters) {
  json.begin_object();
  json.member("output_range", filters.output_range);
  json.member("output_std", filters.output_std);
  json.member("axes_variation", filters.axes_variation);
  json.member("input_impact", filters.input_impact);
  json.member("source_analysis", filters.source_analysis);
  json.end_object();
}

inline void write(json_writer& json, mutants const& mutants) {
  json.begin_object();
  json.member("tried", mutants.tried);
  json.member("rejected", mutants.rejected);
  json.member("survivors", mutants.survivors);
  json.member("not_applicable", mutants.not_applicable);
  json.end_object();
}

inline void write_correctness(json_writer& json, result const& result) {
  json.member("correctness_passed", result.correctness_passed);
  json.member("robustness_passed", result.robustness_passed);
  json.member("max_abs_error", result.max_abs_error);
  json.member("max_rel_error", result.max_rel_error);
  json.member("max_ulp_error", result.max_ulp_error);
  json.member("mismatches", result.mismatches);
  json.member("first_mismatch", result.first_mismatch);
  json.member("atol", result.atol);
  json.member("rtol", result.rtol);
  json.member("tolerance_reason", result.tolerance_reason);
  json.member("seeds_tried", result.seeds_tried);
}

inline void write_times(json_writer& json, result const& result) {
  json.member("wall_time_seconds", result.wall_time_seconds);
  json.member("jit_compile_time_seconds", result.jit_compile_time_seconds);
  json.member("jit_compile_time_warm_seconds", result.jit_compile_time_warm_seconds);
  json.member("kernel_exec_time_seconds", result.kernel_exec_time_seconds);
  json.member("kernel_exec_time_seconds_p10", result.kernel_exec_time_seconds_p10);
  json.member("kernel_exec_time_seconds_p90", result.kernel_exec_time_seconds_p90);
  json.member("timing_samples", result.timing_samples);
  json.member("timing_method", result.timing_method);
  json.member("kernel_exec_time_cold_l2_seconds", result.kernel_exec_time_cold_l2_seconds);
  json.member("clock_mhz_before", result.clock_mhz_before);
  json.member("clock_mhz_after", result.clock_mhz_after);
  json.member("launch_bound", result.launch_bound);
}

inline void write_work(json_writer& json, result const& result) {
  json.member("bytes_moved", result.bytes_moved);
  json.member("flops", result.flops);
  json.member("throughput_gflops", result.throughput_gflops);
  json.member("bandwidth_gbps", result.bandwidth_gbps);
  json.member("bandwidth_utilization_pct", result.bandwidth_utilization_pct);
  json.member("roofline_pct", result.roofline_pct);
}

inline void write_launch(json_writer& json, result const& result) {
  json.member("block_shape", result.block_shape);
  json.member("grid_shape", result.grid_shape);
  json.member("num_blocks", result.num_blocks);
  json.member("block_utilization", result.block_utilization);
  json.member("grid_efficiency", result.grid_efficiency);
  json.member("memory_access_pattern", result.memory_access_pattern);
  json.member("threads_per_block", result.threads_per_block);
  json.member("registers_per_thread", result.registers_per_thread);
  json.member("shared_memory_bytes", result.shared_memory_bytes);
  json.member("local_memory_bytes", result.local_memory_bytes);
  json.member("occupancy_pct", result.occupancy_pct);
  json.member("gpu_memory_used_bytes", result.gpu_memory_used_bytes);
}

inline void write(json_writer& json, result const& result) {
  json.begin_object();
  write_correctness(json, result);
  write_times(json, result);
  write_work(json, result);
  json.member("filters", result.filters);
  json.member("mutants", result.mutants);
  write_launch(json, result);
  json.end_object();
}

}  // namespace pb::record

#endif  // PALLASBENCH_RECORD_RESULT_HPP
