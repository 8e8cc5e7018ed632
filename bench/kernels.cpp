// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// bench_kernels: times this library's kernels at a preset, beside the bandwidth ceilings of the same run,
// and writes one JSON object. bench/peers/ times the same work by other libraries, join.py lays both side
// by side. Three times a kernel, each of one launch:
//
//   kernel_exec_time_seconds     warm: graph replays on one set of arrays
//   kernel_exec_time_rotating_seconds              graph replays that go round `sets` sets of arrays, which together
//                                are larger than the L2 cache; of one set where one is that large
//   kernel_exec_time_cold_l2_seconds   single launches behind a flush of the L2 cache
#include <pallasbench/measure/ceiling.hpp>
#include <pallasbench/measure/hardware.hpp>
#include <pallasbench/measure/timing.hpp>
#include <pallasbench/record/embedded_compiler.hpp>
#include <pallasbench/robust/compiled_problem.hpp>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench.hpp"

namespace {

using namespace pb;
using bench::exit_bad_input, bench::exit_machine;

struct options {
  bench::preset timed;
  std::vector<std::string> kernels;
  std::string source_tree;
};

/// What is timed of one kernel; `failed` says why there is nothing.
struct times {
  measure::status failed;
  measure::timing warm, rotated;
  std::size_t sets = 0;
};

i64 bytes_of(robust::problem const& p) {
  i64 bytes = p.output.bytes() + p.plan_of(robust::variant::fixed).workspace_bytes;
  for (auto const& input : p.inputs) bytes += input.bytes();
  return bytes;
}

/// So many sets that what is read comes from memory when its turn comes again, within reason.
std::size_t sets_for(robust::problem const& p, i64 l2_bytes) {
  constexpr i64 most = 64;
  return static_cast<std::size_t>(
      std::clamp<i64>(ceil_div(3 * l2_bytes, std::max<i64>(bytes_of(p), 1)), 1, most));
}

times time_kernel(robust::problem const& p, robust::compiled_problem const& compiled, i64 l2_bytes) {
  times found;
  std::vector<std::unique_ptr<robust::device_arrays>> sets;
  for (std::size_t s = 0; s < sets_for(p, l2_bytes) && found.failed.ok(); ++s) {
    sets.push_back(std::make_unique<robust::device_arrays>());
    auto const inputs = robust::random_inputs(p, {.seed = s});
    found.failed = sets.back()->upload(robust::spans_of(inputs), p.output.bytes(),
                                       p.plan_of(robust::variant::fixed).workspace_bytes);
  }
  if (!found.failed.ok()) return found;
  found.sets = sets.size();
  auto const time = [&](std::size_t count, measure::timing& value) {
    std::size_t next = 0;
    auto timed = measure::measure([&](cudaStream_t stream) {
      return compiled.launch(p, robust::variant::fixed, *sets[next++ % count], stream);
    });
    value = timed.value;
    return timed.outcome;
  };
  found.failed = time(1, found.warm);
  if (!found.failed.ok()) return found;
  if (found.sets > 1) found.failed = time(found.sets, found.rotated);
  else found.rotated = found.warm;
  return found;
}

void write_kernel(record::json_writer& json, robust::registered_kernel const& kernel,
                  options const& o, robust::kernel_compiler const& compiler,
                  measure::bandwidth_ceilings const& ceilings, i64 l2_bytes) {
  auto const p = o.timed.problem_of(kernel);
  json.begin_object();
  json.member("kernel_name", kernel.info.name);
  json.member("bytes_moved", p->work.bytes);
  json.member("flops", p->work.flops);
  json.member("ceiling_gbps", ceilings.of(double(p->work.bytes), double(p->output.bytes())));
  jit::compiled code;
  auto const made = compiler.compile(*p, std::string(record::embedded_text(kernel.file)), code);
  robust::compiled_problem compiled;
  times found;
  if (!code.ok) found.failed = {cudaErrorInvalidKernelImage, code.log};
  else found.failed = compiled.load(code.cubin, made.lowered_names);
  if (found.failed.ok()) found = time_kernel(*p, compiled, l2_bytes);
  if (!found.failed.ok()) {
    json.member("error", found.failed.message);
  } else {
    json.member("kernel_exec_time_seconds", found.warm.median);
    json.member("kernel_exec_time_seconds_p10", found.warm.p10);
    json.member("kernel_exec_time_seconds_p90", found.warm.p90);
    json.member("kernel_exec_time_cold_l2_seconds", found.warm.cold_l2_median);
    json.member("kernel_exec_time_rotating_seconds", found.rotated.median);
    json.member("sets", static_cast<i64>(found.sets));
  }
  json.end_object();
}

void add_options(CLI::App& app, options& o) {
  o.timed.add_to(app);
  app.add_option("--kernels", o.kernels, "names, separated by commas (default: all)")->delimiter(',');
  app.add_option("--source-tree", o.source_tree, "what `git rev-parse HEAD:include` prints")
      ->required();
}

int run(options const& o) {
  for (auto const& name : o.kernels) {
    if (bench::find_kernel(name)) continue;
    std::cerr << "bench_kernels: --kernels: " << bench::no_such_kernel(name) << "\n";
    return exit_bad_input;
  }
  std::string why_not;
  auto const device = measure::find_device(why_not);
  if (!device) {
    std::cerr << "bench_kernels: " << why_not << "\n";
    return exit_machine;
  }
  auto const measured = measure::measure_ceilings();
  if (!measured.outcome.ok()) {
    std::cerr << "bench_kernels: " << measured.outcome.message << "\n";
    return exit_machine;
  }
  auto const& ceilings = measured.value;
  auto const compiler = record::embedded_compiler(device->arch);
  std::string line;
  record::json_writer json(line);
  json.begin_object();
  bench::write_facts(json, *device, o.timed);
  json.member("source_tree", o.source_tree);
  json.key("ceilings_gbps");
  json.begin_object();
  json.member("read", ceilings.read);
  json.member("two_to_one", ceilings.two_to_one);
  json.member("copy", ceilings.copy);
  json.member("write", ceilings.write);
  json.end_object();
  json.key("kernels");
  json.begin_array();
  for (auto const& kernel : robust::all_kernels()) {
    bool const chosen = o.kernels.empty() || std::find(o.kernels.begin(), o.kernels.end(),
                                                       kernel.info.name) != o.kernels.end();
    if (chosen) write_kernel(json, kernel, o, compiler, ceilings, device->l2_bytes);
  }
  json.end_array();
  json.end_object();
  std::cout << line << "\n";
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Times the kernels at a preset and writes one JSON object."};
  options o;
  add_options(app, o);
  return bench::parse_and_run(app, "bench_kernels", argc, argv, [&] { return run(o); });
}
