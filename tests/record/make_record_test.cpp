// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The record of a real kernel run on the host: every field of the specification with its type, its
// values those of the evaluation, null where only a GPU could tell. The texts of kernels are in
// variants_test.cpp.
#include <pallasbench/record/make_record.hpp>
#include <pallasbench/record/this_program.hpp>
#include <pallasbench/robust/host_backend.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

using namespace pb;
using nlohmann::json;

robust::registered_kernel kernel_named(std::string_view name) {
  for (auto const& kernel : robust::all_kernels())
    if (kernel.info.name == name) return kernel;
  throw std::runtime_error("no kernel " + std::string(name));
}

/// The record of a kernel at the small preset; `edit` changes the evaluation before.
template <class Edit>
json host_record(std::string_view name, Edit edit) {
  auto const kernel = kernel_named(name);
  auto const p = kernel.make_problem(kernel.dims.small, element_type::f32);
  auto const texts = record::texts_of(kernel.file).value();
  robust::host_backend on;
  auto e = robust::evaluate(*p, texts, on, 7);
  edit(e);
  record::record_context const context{.size = "small",
                                       .seed = 7,
                                       .sha = "0123",
                                       .wall_time_seconds = 0.5,
                                       .machine = {},
                                       .peak_gflops = {}};
  return json::parse(to_json_line(record::make_record(kernel, *p, texts, e, context)));
}
json host_record(std::string_view name) {
  return host_record(name, [](auto&) {});
}

/// "name:type ..." with JSON's names of types; "null" for what the host cannot tell.
void check_types(json const& object, std::string const& fields) {
  std::istringstream words(fields);
  for (std::string word; words >> word;) {
    auto const colon = word.find(':');
    std::string const name = word.substr(0, colon), type = word.substr(colon + 1);
    CAPTURE(word);
    REQUIRE(object.contains(name));
    json const& value = object[name];
    if (type == "int")
      CHECK(value.is_number_integer());
    else if (type == "float")
      CHECK(value.is_number_float());
    else
      CHECK(value.type_name() == type);
  }
}

TEST_CASE("make_record: every field has its type, and GPU-only ones are null on the host") {
  auto const line = host_record("softmax");
  check_types(line, "schema_version:string kernel_name:string level:int category:string "
                    "description:string source_original:string source_fixed:string diff:string "
                    "jaxpr:string stablehlo:string ptx:null input_shapes:array input_dtypes:array "
                    "output_shape:array output_dtype:array size:string seed:int original:object "
                    "entry_point:string python_code:string uuid:int licenses:array "
                    "synthetic:boolean sha:string status:string environment:object result:object");
  check_types(line["original"], "compiled:null launched:boolean correct:boolean error:null");
  check_types(line["environment"], "backend:string compute_capability:null sm_count:null "
                                   "peak_bandwidth_gbps:null driver:null");
  auto const& result = line["result"];
  check_types(result, "correctness_passed:boolean robustness_passed:boolean max_abs_error:float "
                      "max_rel_error:float max_ulp_error:float mismatches:int first_mismatch:null "
                      "atol:float rtol:float tolerance_reason:string seeds_tried:int "
                      "wall_time_seconds:float filters:object mutants:object");
  check_types(result, "jit_compile_time_seconds:null jit_compile_time_warm_seconds:null "
                      "kernel_exec_time_seconds:null kernel_exec_time_seconds_p10:null "
                      "kernel_exec_time_seconds_p90:null timing_samples:int timing_method:null "
                      "kernel_exec_time_cold_l2_seconds:null clock_mhz_before:null "
                      "clock_mhz_after:null launch_bound:null");
  check_types(result, "bytes_moved:int flops:int throughput_gflops:null bandwidth_gbps:null "
                      "bandwidth_utilization_pct:null roofline_pct:null block_shape:array "
                      "grid_shape:array num_blocks:int block_utilization:float "
                      "grid_efficiency:float memory_access_pattern:string threads_per_block:null "
                      "registers_per_thread:null shared_memory_bytes:null local_memory_bytes:null "
                      "occupancy_pct:null gpu_memory_used_bytes:int");
  check_types(result["mutants"], "tried:int rejected:int survivors:array");
  for (auto const* filter :
       {"output_range", "output_std", "axes_variation", "input_impact", "source_analysis"})
    check_types(result["filters"][filter], "passed:boolean reason:string");
}

TEST_CASE("make_record: the values are those of the kernel, its plan and its evaluation") {
  auto const line = host_record("softmax");
  auto const& result = line["result"];
  CHECK(line["kernel_name"] == "softmax");
  CHECK(line["entry_point"] == "softmax");
  CHECK(line["uuid"] == 17);
  CHECK(line["level"] == 1);
  CHECK(line["status"] == "ok");
  CHECK(line["size"] == "small");
  CHECK(line["seed"] == 7);
  CHECK(line["sha"] == "0123");
  CHECK(line["environment"]["backend"] == "host");
  CHECK(line["input_shapes"] == json::parse("[[37, 1003]]"));
  CHECK(line["input_dtypes"] == json::parse(R"(["f32"])"));
  CHECK(line["output_shape"] == json::parse("[37, 1003]"));
  CHECK(result["grid_shape"] == json::parse("[37, 1]"));
  CHECK(result["block_shape"] == json::parse("[1, 1003]"));
  CHECK(result["num_blocks"] == 37);
  CHECK(result["flops"] == 5 * 37 * 1003);
  CHECK(result["bytes_moved"] == 8 * 37 * 1003);
  CHECK(result["gpu_memory_used_bytes"] == 8 * 37 * 1003);
  CHECK(result["mutants"]["tried"] == result["mutants"]["rejected"]);
  CHECK(result["seeds_tried"] == 4);
}

TEST_CASE("make_record: the status says what the evaluation saw") {
  auto const status = [](auto edit) { return host_record("relu", edit)["status"]; };
  CHECK(status([](auto& e) { e.worst.passed = false; }) == "incorrect");
  CHECK(status([](auto& e) { e.filters.input_impact.passed = false; }) == "suspicious");
  CHECK(status([](auto& e) { e.ended.what = robust::failure::compile_error; }) == "compile_error");
  CHECK(status([](auto& e) { e.ended.what = robust::failure::launch_error; }) == "launch_error");
  CHECK(status([](auto& e) { e.ended.what = robust::failure::runtime_error; }) == "runtime_error");
}

TEST_CASE("make_record: rates are counts over measured times") {
  auto const line = host_record("relu", [](auto& e) { e.measured.exec_seconds = 1e-6; });
  CHECK(line["result"]["throughput_gflops"].get<double>() == doctest::Approx(5.003));
  CHECK(line["result"]["bandwidth_gbps"].get<double>() == doctest::Approx(8 * 5.003));
  CHECK(line["result"]["bandwidth_utilization_pct"].is_null());  // no peak is known
}

std::size_t count_of(std::string const& text, std::string const& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST_CASE("make_record: the Python inputs are of the kernel's types") {
  struct { element_type type; char const* python; } const types[] = {
      {element_type::f16, "dtype=torch.float16"},
      {element_type::bf16, "dtype=torch.bfloat16"},
      {element_type::u8, "dtype=torch.uint8"},
      {element_type::i32, "dtype=torch.int32"}};
  for (auto const& kernel : robust::all_kernels()) {
    for (auto const dtype : {element_type::f32, element_type::f16, element_type::bf16}) {
      CAPTURE(kernel.info.name);
      auto const p = kernel.make_problem(kernel.dims.small, dtype);
      auto const inputs_of = record::detail::python_code(kernel, *p);
      auto const inputs = inputs_of.substr(inputs_of.find("def get_inputs"));
      for (auto const& [type, python] : types) {
        auto const is_of_type = [type = type](auto const& spec) { return spec.type == type; };
        auto const wanted = std::count_if(p->inputs.begin(), p->inputs.end(), is_of_type);
        CHECK(count_of(inputs, python) == static_cast<std::size_t>(wanted));
      }
    }
  }
}

TEST_CASE("make_record: Python labels name a column") {
  auto const kernel = kernel_named("cross_entropy");
  auto const p = kernel.make_problem({5, 7}, element_type::f32);
  auto const text = record::detail::python_code(kernel, *p);
  CHECK(text.find("torch.randn((5, 7, ))") != text.npos);
  CHECK(text.find("torch.randint(0, 7, (5, ), dtype=torch.int32)") != text.npos);
}

}  // namespace
