// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// first_light: the copy ceiling of this GPU, and beside it, in the same run, time and compile time of
// kernels at a preset. Writes one JSON object.
//
//   first_light SOURCE_TREE SIZE [KERNEL...] > bench/results/first_light.json
//
// SOURCE_TREE is what `git rev-parse HEAD:include` prints; without kernels, all are timed.
#include <pallasbench/measure/ceiling.hpp>
#include <pallasbench/measure/hardware.hpp>
#include <pallasbench/measure/host.hpp>
#include <pallasbench/record/embedded_compiler.hpp>
#include <pallasbench/record/json.hpp>
#include <pallasbench/robust/cuda_backend.hpp>
#include <pallasbench/robust/registry.hpp>

#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace pb;

/// One kernel at one preset; a failure is written in place of the times.
void write_kernel(record::json_writer& json, robust::registered_kernel const& kernel,
                  extents const& dims, robust::cuda_backend& gpu, double ceiling_gbps) {
  auto const problem = kernel.make_problem(dims, element_type::f32);
  auto const compiled = gpu.prepare(*problem, robust::variant::fixed, std::string(record::embedded_text(kernel.file)));
  robust::measurements found;
  auto const outcome = gpu.measure(*problem, robust::random_inputs(*problem, {}), found);
  json.begin_object();
  json.member("kernel_name", kernel.info.name);
  json.member("bytes_moved", problem->work.bytes);
  json.member("jit_compile_time_seconds", compiled.seconds);
  json.member("jit_compile_time_warm_seconds", compiled.warm_seconds);
  if (!outcome.ok()) {
    json.member("error", outcome.message);
  } else {
    double const gbps = double(problem->work.bytes) / *found.exec_seconds * 1e-9;
    json.member("kernel_exec_time_seconds", found.exec_seconds);
    json.member("kernel_exec_time_seconds_p10", found.exec_p10);
    json.member("kernel_exec_time_seconds_p90", found.exec_p90);
    json.member("kernel_exec_time_cold_l2_seconds", found.cold_l2_seconds);
    json.member("bandwidth_gbps", gbps);
    json.member("share_of_copy_ceiling_pct", 100 * gbps / ceiling_gbps);
  }
  json.end_object();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: first_light SOURCE_TREE small|seed|large [KERNEL...]\n";
    return 2;
  }
  std::string const size = argv[2];
  std::vector<std::string> const chosen(argv + 3, argv + argc);
  if (size != "small" && size != "seed" && size != "large") {
    std::cerr << "first_light: SIZE: '" << size << "' is not one of small, seed, large\n";
    return 2;
  }
  std::string why_not;
  auto const device = measure::find_device(why_not);
  if (!device) {
    std::cerr << "first_light: " << why_not << "\n";
    return 3;
  }
  auto const ceiling = measure::measure_copy_ceiling();
  if (!ceiling.outcome.ok()) {
    std::cerr << "first_light: " << ceiling.outcome.message << "\n";
    return 3;
  }
  robust::cuda_backend gpu(record::embedded_compiler(device->arch));
  std::string line;
  record::json_writer json(line);
  json.begin_object();
  json.member("device_name", device->name);
  json.member("driver", device->driver);
  json.member("cuda_version", device->cuda_version);
  json.member("date", measure::utc_now());
  json.member("source_tree", std::string_view(argv[1]));
  json.member("source_hash", record::library_source_hash());
  json.member("size", size);
  json.member("copy_ceiling_gbps", ceiling.value.gbps());
  json.key("kernels");
  json.begin_array();
  for (auto const& kernel : robust::all_kernels()) {
    if (!chosen.empty() && std::find(chosen.begin(), chosen.end(), kernel.info.name) == chosen.end())
      continue;
    auto const& dims = kernel.dims;
    write_kernel(json, kernel, size == "small" ? dims.small : size == "seed" ? dims.seed : dims.large,
                 gpu, ceiling.value.gbps());
  }
  json.end_array();
  json.end_object();
  std::cout << line << "\n";
  return 0;
}
