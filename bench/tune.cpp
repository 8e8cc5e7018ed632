// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// bench_tune: times one kernel under changed texts of a tiling's header, and writes one JSON object.
//
//   bench_tune --kernel relu --header pallasbench/tiling/map.hpp --text "32 / element_size"
//              --with "16 / element_size" --with "64 / element_size"
//
// Nothing is built again: the changed headers are compiled by NVRTC, and so is the plan of the launch,
// which the device evaluates from them. A tiling's number among several (tiling/rows.hpp) stays that
// of the header as it is. The output under each text is compared with the output under the present one.
#include <pallasbench/measure/memory.hpp>
#include <pallasbench/measure/timing.hpp>
#include <pallasbench/jit/compile.hpp>
#include <pallasbench/patterns/launch.hpp>
#include <pallasbench/robust/device_arrays.hpp>
#include <pallasbench/robust/rounding.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "bench.hpp"

namespace {

using namespace pb;
using bench::exit_bad_input, bench::exit_machine;

struct options {
  std::string kernel, header, text;
  std::vector<std::string> with;
  bench::preset timed;
};

/// The plan that a kernel's headers give a call, whose type is that of the kernel's parameter.
constexpr char const* plan_header = R"(
#include <pallasbench/patterns/plan.hpp>
namespace pb::tuning {
template <class Kernel> struct call_of_kernel;
template <class Call> struct call_of_kernel<void (*)(Call)> { using type = Call; };
template <class Kernel, class Tiling>
__global__ void plan_kernel(typename call_of_kernel<Kernel>::type const call, pb::plan* out) {
  *out = call.template plan_for<Tiling>();
}
}
)";

/// What came of one text.
struct trial {
  std::string text;
  measure::status failed;
  plan launch;
  int registers = 0, spilled_bytes = 0;
  double seconds = 0, p10 = 0, p90 = 0;
  double largest_difference = 0;
};

class tuner {
public:
  tuner(robust::registered_kernel const& kernel, options const& o, std::string arch)
      : kernel_(kernel), options_(o), arch_(std::move(arch)), problem_(o.timed.problem_of(kernel)) {}

  bool is_one_launch() const { return problem_->steps.size() == 1; }

  measure::status upload() {
    auto const inputs = robust::random_inputs(*problem_, {.seed = 0});
    return arrays_.upload(robust::spans_of(inputs), problem_->output.bytes());
  }

  trial run(std::string const& text) {
    trial t{.text = text, .failed = {}, .launch = {}};
    jit::loaded_module module;
    jit::kernel kernel, planner;
    measure::device_buffer workspace;
    t.failed = measure::in_order(
        [&] { return compile(t, module, kernel, planner); },
        [&] { return plan_on_device(planner, t.launch); },
        [&] { return workspace.allocate(t.launch.workspace_bytes); },
        [&] { return time(t, kernel, workspace); }, [&] { return compare(t); });
    return t;
  }

private:
  measure::status compile(trial& t, jit::loaded_module& module, jit::kernel& kernel,
                          jit::kernel& planner) const {
    auto const& entry = problem_->steps[0].entry;
    jit::request wanted;
    wanted.name = "kernel.hpp";
    wanted.text = std::string(record::embedded_text(kernel_.file));
    wanted.arch = arch_;
    wanted.pre_includes = {entry.header, "plan_kernel.cuh"};
    wanted.name_expressions = {entry.expression, "pb::tuning::plan_kernel<decltype(&" +
                                                     entry.expression + "), pb::kernels::" +
                                                     std::string(kernel_.info.name) + "::tiles>"};
    for (auto const& source : record::embedded_sources())
      wanted.headers.push_back({std::string(source.name), std::string(source.text)});
    wanted.headers.push_back({"plan_kernel.cuh", plan_header});
    for (auto& header : wanted.headers)
      if (header.name == options_.header)
        header.text.replace(header.text.find(options_.text), options_.text.size(), t.text);
    auto const code = jit::compile(wanted);
    if (!code.ok) return {cudaErrorInvalidKernelImage, code.log};
    for (auto const& used : code.resources) {
      if (used.kernel != code.lowered_names[0]) continue;
      t.registers = used.registers_per_thread;
      t.spilled_bytes = used.spill_store_bytes;
    }
    return measure::in_order(
        [&] { return measure::check(module.load(code.cubin), "loading the cubin"); },
        [&] { return measure::check(module.find(code.lowered_names[0], kernel), "the kernel"); },
        [&] { return measure::check(module.find(code.lowered_names[1], planner), "the plan"); });
  }

  std::vector<std::byte> parameters(void* workspace) const {
    return problem_->launches(arrays_.pointers(), arrays_.out(), workspace)[0].parameters;
  }

  measure::status plan_on_device(jit::kernel planner, plan& found) const {
    auto call = parameters(nullptr);
    measure::device_buffer out;
    auto const bytes = static_cast<i64>(sizeof found);
    return measure::in_order([&] { return out.allocate(bytes); },
                             [&] {
                               void* to = out.data();
                               void* both[] = {call.data(), &to};
                               return measure::check(
                                   jit::launch(planner, dim3(1), dim3(1), 0, nullptr, both),
                                   "evaluating the plan");
                             },
                             [&] { return out.download(&found, bytes); });
  }

  measure::status time(trial& t, jit::kernel kernel, measure::device_buffer const& workspace) const {
    auto call = parameters(workspace.data());
    auto const once = [&](cudaStream_t on) {
      return cuda::launch_planned(kernel.function(), t.launch,
                                  {arrays_.out(), problem_->output.bytes(), workspace.data()}, on,
                                  call.data());
    };
    auto const timed = measure::measure(once, {.rule = {.budget_seconds = 0.05}});
    t.seconds = timed.value.median;
    t.p10 = timed.value.p10;
    t.p90 = timed.value.p90;
    return timed.outcome;
  }

  /// With the first output there was.
  measure::status compare(trial& t) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(problem_->output.bytes()));
    auto const read = arrays_.download(bytes.data());
    if (!read.ok()) return read;
    if (first_.empty()) first_ = bytes;
    auto const a = robust::to_doubles(first_, problem_->output.type);
    auto const b = robust::to_doubles(bytes, problem_->output.type);
    for (std::size_t i = 0; i < a.size(); ++i) {
      bool const same = a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]));
      if (!same) t.largest_difference = std::max(t.largest_difference, std::abs(a[i] - b[i]));
    }
    return {};
  }

  robust::registered_kernel const& kernel_;
  options const& options_;
  std::string arch_;
  std::unique_ptr<robust::problem> problem_;
  robust::device_arrays arrays_;
  std::vector<std::byte> first_;
};

void write(record::json_writer& json, trial const& t) {
  json.begin_object();
  json.member("text", t.text);
  if (!t.failed.ok()) {
    json.member("error", t.failed.message);
  } else {
    json.member("kernel_exec_time_seconds", t.seconds);
    json.member("kernel_exec_time_seconds_p10", t.p10);
    json.member("kernel_exec_time_seconds_p90", t.p90);
    json.member("launched_blocks", t.launch.launched_blocks);
    json.member("threads_per_block", i64(t.launch.threads_per_block));
    json.member("shared_memory_bytes", t.launch.shared_memory_bytes);
    json.member("registers_per_thread", i64(t.registers));
    json.member("spilled_bytes", i64(t.spilled_bytes));
    json.member("largest_difference", t.largest_difference);
  }
  json.end_object();
}

/// Why the options are no task; empty if they are.
std::string refusal(options const& o, std::optional<robust::registered_kernel> const& kernel) {
  if (!kernel) return "--kernel: " + bench::no_such_kernel(o.kernel);
  auto const header = record::embedded_text(o.header);
  if (header.empty()) return "--header: there is no header '" + o.header + "'";
  auto const at = header.find(o.text);
  if (o.text.empty() || at == std::string_view::npos)
    return "--text: " + o.header + " has no '" + o.text + "'";
  if (header.find(o.text, at + 1) != std::string_view::npos)
    return "--text: " + o.header + " has '" + o.text + "' more than once";
  return {};
}

int run(options const& o) {
  auto const kernel = bench::find_kernel(o.kernel);
  if (auto const why = refusal(o, kernel); !why.empty()) {
    std::cerr << "bench_tune: " << why << "\n";
    return exit_bad_input;
  }
  std::string why_not;
  auto const device = measure::find_device(why_not);
  if (!device) {
    std::cerr << "bench_tune: " << why_not << "\n";
    return exit_machine;
  }
  tuner tune(*kernel, o, device->arch);
  if (!tune.is_one_launch()) {
    std::cerr << "bench_tune: --kernel: '" << o.kernel << "' is a sequence of launches\n";
    return exit_bad_input;
  }
  if (auto const uploaded = tune.upload(); !uploaded.ok()) {
    std::cerr << "bench_tune: " << uploaded.message << "\n";
    return exit_machine;
  }
  std::string line;
  record::json_writer json(line);
  json.begin_object();
  json.member("kernel_name", o.kernel);
  bench::write_facts(json, *device, o.timed);
  json.member("header", o.header);
  json.key("texts");
  json.begin_array();
  write(json, tune.run(o.text));
  for (auto const& text : o.with) write(json, tune.run(text));
  json.end_array();
  json.end_object();
  std::cout << line << "\n";
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Times one kernel under changed texts of a tiling's header; writes one JSON object."};
  options o;
  app.add_option("--kernel", o.kernel, "its name")->required();
  app.add_option("--header", o.header, "as an #include names it")->required();
  app.add_option("--text", o.text, "a part of the header, once in it")->required();
  app.add_option("--with", o.with, "what to put in its place, again and again")->required();
  o.timed.add_to(app);
  return bench::parse_and_run(app, "bench_tune", argc, argv, [&] { return run(o); });
}
