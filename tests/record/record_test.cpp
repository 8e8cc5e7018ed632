// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// A record's fields: their names, order and types, full and minimal, by an independent parser.
#include <pallasbench/record/record.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cctype>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace {

using ordered_json = nlohmann::ordered_json;

// Types as one letter each: s string, i integer, f float, b bool, l list, o object; a capital one
// may be null.
using field_types = std::vector<std::pair<std::string, char>>;

field_types const record_fields = {
    {"schema_version", 's'}, {"kernel_name", 's'},     {"level", 'i'},        {"category", 's'},
    {"description", 's'},    {"source_original", 's'}, {"source_fixed", 's'}, {"diff", 's'},
    {"jaxpr", 's'},          {"stablehlo", 's'},       {"ptx", 'S'},          {"input_shapes", 'l'},
    {"input_dtypes", 'l'},   {"output_shape", 'l'},    {"output_dtype", 'l'}, {"size", 's'},
    {"seed", 'i'},           {"original", 'o'},        {"entry_point", 's'},  {"python_code", 's'},
    {"uuid", 'i'},           {"licenses", 'l'},        {"synthetic", 'b'},    {"sha", 's'},
    {"status", 's'},         {"status_message", 'S'},  {"compiled_as", 's'},  {"environment", 'o'},
    {"result", 'o'}};

field_types const original_fields = {
    {"compiled", 'B'}, {"launched", 'B'}, {"correct", 'B'}, {"error", 'S'}};

field_types const environment_fields = {
    {"backend", 's'},       {"device_name", 's'},  {"compute_capability", 'S'},
    {"sm_count", 'I'},      {"memory_bytes", 'I'}, {"peak_bandwidth_gbps", 'F'},
    {"driver", 'S'},        {"cuda_version", 'S'}, {"cccl_version", 'S'},
    {"host_compiler", 's'}, {"cpu", 's'},          {"library_version", 's'},
    {"source_hash", 's'},   {"created_at", 's'}};

field_types const result_fields = {{"correctness_passed", 'b'},
                                   {"robustness_passed", 'b'},
                                   {"max_abs_error", 'F'},
                                   {"max_rel_error", 'F'},
                                   {"max_ulp_error", 'F'},
                                   {"mismatches", 'I'},
                                   {"first_mismatch", 'L'},
                                   {"atol", 'f'},
                                   {"rtol", 'f'},
                                   {"tolerance_reason", 's'},
                                   {"seeds_tried", 'i'},
                                   {"wall_time_seconds", 'f'},
                                   {"jit_compile_time_seconds", 'F'},
                                   {"jit_compile_time_warm_seconds", 'F'},
                                   {"kernel_exec_time_seconds", 'F'},
                                   {"kernel_exec_time_seconds_p10", 'F'},
                                   {"kernel_exec_time_seconds_p90", 'F'},
                                   {"timing_samples", 'i'},
                                   {"timing_method", 'S'},
                                   {"kernel_exec_time_cold_l2_seconds", 'F'},
                                   {"clock_mhz_before", 'F'},
                                   {"clock_mhz_after", 'F'},
                                   {"launch_bound", 'B'},
                                   {"bytes_moved", 'i'},
                                   {"flops", 'i'},
                                   {"throughput_gflops", 'F'},
                                   {"bandwidth_gbps", 'F'},
                                   {"bandwidth_utilization_pct", 'F'},
                                   {"roofline_pct", 'F'},
                                   {"filters", 'o'},
                                   {"mutants", 'o'},
                                   {"block_shape", 'l'},
                                   {"grid_shape", 'l'},
                                   {"num_blocks", 'i'},
                                   {"block_utilization", 'f'},
                                   {"grid_efficiency", 'f'},
                                   {"memory_access_pattern", 's'},
                                   {"threads_per_block", 'I'},
                                   {"registers_per_thread", 'I'},
                                   {"shared_memory_bytes", 'I'},
                                   {"local_memory_bytes", 'I'},
                                   {"occupancy_pct", 'F'},
                                   {"gpu_memory_used_bytes", 'i'}};

field_types const filters_fields = {{"output_range", 'o'},
                                    {"output_std", 'o'},
                                    {"axes_variation", 'o'},
                                    {"input_impact", 'o'},
                                    {"source_analysis", 'o'}};

field_types const filter_fields = {
    {"passed", 'b'}, {"value", 'F'}, {"threshold", 'F'}, {"reason", 's'}};

field_types const mutants_fields = {
    {"tried", 'i'}, {"rejected", 'i'}, {"survivors", 'l'}, {"not_applicable", 'l'}};

char type_letter(ordered_json const& value) {
  if (value.is_string()) return 's';
  if (value.is_boolean()) return 'b';
  if (value.is_number_float()) return 'f';
  if (value.is_number_integer()) return 'i';
  if (value.is_array()) return 'l';
  return value.is_object() ? 'o' : '0';
}

// `object` has exactly these fields in this order; null only where that is allowed and expected.
void check_fields(ordered_json const& object, field_types const& fields, bool expect_nulls) {
  REQUIRE(object.size() == fields.size());
  auto field = fields.begin();
  for (auto const& item : object.items()) {
    CAPTURE(item.key());
    CHECK(item.key() == field->first);
    char const letter = static_cast<char>(std::tolower(field->second));
    bool const may_be_null = letter != field->second;
    CHECK(type_letter(item.value()) == (may_be_null && expect_nulls ? '0' : letter));
    ++field;
  }
}

void check_record(ordered_json const& line, bool expect_nulls) {
  check_fields(line, record_fields, expect_nulls);
  check_fields(line["original"], original_fields, expect_nulls);
  check_fields(line["environment"], environment_fields, expect_nulls);
  check_fields(line["result"], result_fields, expect_nulls);
  check_fields(line["result"]["filters"], filters_fields, expect_nulls);
  for (auto const& filter : line["result"]["filters"])
    check_fields(filter, filter_fields, expect_nulls);
  check_fields(line["result"]["mutants"], mutants_fields, expect_nulls);
}

pb::record::result full_result() {
  pb::record::filter const filter = {true, 6.0, 1e-6, "max - min over 3 seeds"};
  return {.correctness_passed = true,
          .robustness_passed = true,
          .max_abs_error = 0.0,
          .max_rel_error = 1e-7,
          .max_ulp_error = 1.0,
          .mismatches = 0,
          .first_mismatch = pb::record::shape{1, 2},
          .atol = 1e-6,
          .rtol = 1e-5,
          .tolerance_reason = "f32, one rounding",
          .seeds_tried = 3,
          .wall_time_seconds = 2,
          .jit_compile_time_seconds = 1.5,
          .jit_compile_time_warm_seconds = 0.25,
          .kernel_exec_time_seconds = 1e-6,
          .kernel_exec_time_seconds_p10 = 1e-6,
          .kernel_exec_time_seconds_p90 = 2e-6,
          .timing_samples = 100,
          .timing_method = "events",
          .kernel_exec_time_cold_l2_seconds = 3e-6,
          .clock_mhz_before = 1980,
          .clock_mhz_after = 1980,
          .launch_bound = true,
          .bytes_moved = 32768,
          .flops = 4096,
          .throughput_gflops = 4,
          .bandwidth_gbps = 32,
          .bandwidth_utilization_pct = 1,
          .roofline_pct = 1,
          .filters = {filter, filter, filter, filter, filter},
          .mutants = {12, 11, {"rounded to bf16"}, {"one row repeated: there is one row"}},
          .block_shape = {1024},
          .grid_shape = {4},
          .num_blocks = 4,
          .block_utilization = 1,
          .grid_efficiency = 1,
          .memory_access_pattern = "contiguous",
          .threads_per_block = 256,
          .registers_per_thread = 16,
          .shared_memory_bytes = 0,
          .local_memory_bytes = 0,
          .occupancy_pct = 100,
          .gpu_memory_used_bytes = 1LL << 40};
}

pb::record::record full_record() {
  pb::record::record record;
  record.kernel_name = record.entry_point = "relu";
  record.level = 1;
  record.ptx = ".version 8.0";
  record.input_shapes = {{4096}, {}};
  record.input_dtypes = {"f32", "f32"};
  record.output_shape = {4096};
  record.output_dtype = {"f32"};
  record.seed = 42;
  record.original = {true, false, false, "too many resources requested for launch"};
  record.status = pb::record::status::ok;
  record.status_message = "nothing failed";
  record.environment = {pb::record::backend::cuda,
                        "a GPU",
                        "9.0",
                        132,
                        150'000'000'000,
                        4800.0,
                        "580.1",
                        "13.0",
                        "3.0.0",
                        "GCC 12.2.0",
                        "a CPU",
                        "0.1.0",
                        "abc",
                        "2025-01-01T00:00:00Z"};
  record.result = full_result();
  return record;
}

}  // namespace

TEST_CASE("record: every field has its name, place and type") {
  auto const line = pb::record::to_json_line(full_record());
  CHECK(line.find('\n') == line.npos);
  auto const parsed = ordered_json::parse(line);
  check_record(parsed, false);
  CHECK(parsed["schema_version"] == "1.0");
  CHECK(parsed["licenses"] == ordered_json{"Apache-2.0"});
  CHECK(parsed["environment"]["backend"] == "cuda");
  CHECK(parsed["input_shapes"].dump() == "[[4096],[]]");
  CHECK(parsed["result"]["gpu_memory_used_bytes"] == 1LL << 40);
  CHECK(parsed["result"]["filters"]["input_impact"]["threshold"] == 1e-6);
  CHECK(parsed["result"]["mutants"]["survivors"].dump() == R"(["rounded to bf16"])");
}

TEST_CASE("record: what was not measured is null, and every field is there") {
  auto const parsed = ordered_json::parse(pb::record::to_json_line({}));
  check_record(parsed, true);
  CHECK(parsed["status"] == "not_run");
  CHECK(parsed["environment"]["backend"] == "host");
}

TEST_CASE("record: the words of status") {
  using pb::record::status;
  std::vector<std::pair<status, std::string>> const words = {
      {status::ok, "ok"},
      {status::incorrect, "incorrect"},
      {status::suspicious, "suspicious"},
      {status::compile_error, "compile_error"},
      {status::launch_error, "launch_error"},
      {status::runtime_error, "runtime_error"},
      {status::timeout, "timeout"},
      {status::not_run, "not_run"}};
  for (auto const& [value, word] : words) {
    pb::record::record record;
    record.status = value;
    CHECK(ordered_json::parse(pb::record::to_json_line(record))["status"] == word);
  }
}

TEST_CASE("record: numbers that are not finite become null with a note") {
  auto record = full_record();
  record.result.max_rel_error = std::numeric_limits<double>::infinity();
  record.result.filters.output_std.value = std::numeric_limits<double>::quiet_NaN();
  record.result.atol = -std::numeric_limits<double>::infinity();
  auto const result = ordered_json::parse(pb::record::to_json_line(record))["result"];
  CHECK(result["max_rel_error"].is_null());
  CHECK(result["max_rel_error_note"] == "inf");
  CHECK(result["filters"]["output_std"]["value"].is_null());
  CHECK(result["filters"]["output_std"]["value_note"] == "nan");
  CHECK(result["atol_note"] == "-inf");
}

TEST_CASE("record: a text survives whatever it holds") {
  std::string nasty = "\"\\/\b\f\n\r\t{}[],:\\u0041\xC3\xA9\xE2\x80\xA8\xF0\x9F\x98\x80";
  for (int byte = 0; byte < 128; ++byte)
    nasty += static_cast<char>(byte);
  auto record = full_record();
  record.source_fixed = nasty;
  record.kernel_name = nasty;
  auto const line = pb::record::to_json_line(record);
  CHECK(line.find_first_of("\n\r") == line.npos);
  CHECK(ordered_json::parse(line)["source_fixed"] == nasty);
  CHECK(ordered_json::parse(line)["kernel_name"] == nasty);
}
