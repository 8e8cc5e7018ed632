// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The record of one kernel, as plain data and as one line of JSON. Nothing is computed here. Its
// larger parts are in environment.hpp and result.hpp; where lines go is in output_file.hpp.
#ifndef PALLASBENCH_RECORD_RECORD_HPP
#define PALLASBENCH_RECORD_RECORD_HPP

#include <pallasbench/core/element.hpp>
#include <pallasbench/record/environment.hpp>
#include <pallasbench/record/json.hpp>
#include <pallasbench/record/result.hpp>

#include <cassert>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pb::record {

/// The outcome of a kernel's run; the enumerators are the words of the record.
enum class status {
  ok,
  incorrect,
  suspicious,
  compile_error,
  launch_error,
  runtime_error,
  timeout,
  not_run
};

inline std::string_view name(status outcome) {
  switch (outcome) {
  case status::ok: return "ok";
  case status::incorrect: return "incorrect";
  case status::suspicious: return "suspicious";
  case status::compile_error: return "compile_error";
  case status::launch_error: return "launch_error";
  case status::runtime_error: return "runtime_error";
  case status::timeout: return "timeout";
  case status::not_run: return "not_run";
  }
  return "?";
}

/// What happened when source_original was compiled and launched at this size. A step that was not
/// tried is empty.
struct original_outcome {
  std::optional<bool> compiled;
  std::optional<bool> launched;
  std::optional<bool> correct;
  std::optional<std::string> error;
};

/// Every member is in the record under its own name and in this order; an empty optional is null
/// there.
struct record {
  std::string schema_version = "1.0";  // additions raise the minor number
  std::string kernel_name;
  i64 level = 0;
  std::string category;
  std::string description;
  std::string source_original;  // the kernel under tiling::whole_array
  std::string source_fixed;     // the kernel file, exactly as compiled and run
  std::string diff;             // patch -p1 turns source_original into source_fixed
  std::string jaxpr;
  std::string stablehlo;
  std::optional<std::string> ptx;

  std::vector<shape> input_shapes;
  std::vector<std::string> input_dtypes;
  shape output_shape;
  std::vector<std::string> output_dtype;
  std::string size;
  i64 seed = 0;
  original_outcome original;

  std::string entry_point;  // kernel_name again, where KernelBook has it
  std::string python_code;  // see python_module.hpp
  i64 uuid = 0;             // the row number
  std::vector<std::string> licenses = {"Apache-2.0"};
  bool synthetic = false;
  std::string sha;  // of source_fixed and every header it includes

  pb::record::status status = status::not_run;
  std::optional<std::string> status_message;  // what failed, where something did
  std::string compiled_as;  // the kernel instance of source_fixed that was compiled and launched
  pb::record::environment environment;
  pb::record::result result;
};

inline void write(json_writer& json, original_outcome const& original) {
  json.begin_object();
  json.member("compiled", original.compiled);
  json.member("launched", original.launched);
  json.member("correct", original.correct);
  json.member("error", original.error);
  json.end_object();
}

inline void write_texts(json_writer& json, record const& record) {
  json.member("schema_version", record.schema_version);
  json.member("kernel_name", record.kernel_name);
  json.member("level", record.level);
  json.member("category", record.category);
  json.member("description", record.description);
  json.member("source_original", record.source_original);
  json.member("source_fixed", record.source_fixed);
  json.member("diff", record.diff);
  json.member("jaxpr", record.jaxpr);
  json.member("stablehlo", record.stablehlo);
  json.member("ptx", record.ptx);
}

inline void write_run(json_writer& json, record const& record) {
  json.member("input_shapes", record.input_shapes);
  json.member("input_dtypes", record.input_dtypes);
  json.member("output_shape", record.output_shape);
  json.member("output_dtype", record.output_dtype);
  json.member("size", record.size);
  json.member("seed", record.seed);
  json.member("original", record.original);
}

inline void write_kernelbook_columns(json_writer& json, record const& record) {
  json.member("entry_point", record.entry_point);
  json.member("python_code", record.python_code);
  json.member("uuid", record.uuid);
  json.member("licenses", record.licenses);
  json.member("synthetic", record.synthetic);
  json.member("sha", record.sha);
}

inline void write(json_writer& json, record const& record) {
  json.begin_object();
  write_texts(json, record);
  write_run(json, record);
  write_kernelbook_columns(json, record);
  json.member("status", name(record.status));
  json.member("status_message", record.status_message);
  json.member("compiled_as", record.compiled_as);
  json.member("environment", record.environment);
  json.member("result", record.result);
  json.end_object();
}

/// The record as one line of JSON, without the newline that ends it in a file.
inline std::string to_json_line(record const& record) {
  std::string line;
  json_writer json(line);
  json.value(record);
  assert(json.complete());
  return line;
}

}  // namespace pb::record

#endif  // PALLASBENCH_RECORD_RECORD_HPP
