// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What the programs of bench share: options, refusals, and what a result says of its machine.
#ifndef PALLASBENCH_BENCH_BENCH_HPP
#define PALLASBENCH_BENCH_BENCH_HPP

#include <pallasbench/measure/hardware.hpp>
#include <pallasbench/measure/host.hpp>
#include <pallasbench/record/embedded_sources.hpp>
#include <pallasbench/record/json.hpp>
#include <pallasbench/robust/nearest_names.hpp>
#include <pallasbench/robust/registry.hpp>

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pb::bench {

inline constexpr int exit_bad_input = 2;
inline constexpr int exit_machine = 3;

/// The shapes and the element type that a program times.
struct preset {
  std::string size = "large";
  std::string dtype = "f32";

  void add_to(CLI::App& app) {
    app.add_option("--size", size, "seed or large (default large)")
        ->check(CLI::IsMember({"seed", "large"}));
    app.add_option("--dtype", dtype, "f32, f16 or bf16 (default f32)")
        ->check(CLI::IsMember({"f32", "f16", "bf16"}));
  }

  std::unique_ptr<robust::problem> problem_of(robust::registered_kernel const& kernel) const {
    auto const type = dtype == "f16"    ? element_type::f16
                      : dtype == "bf16" ? element_type::bf16
                                        : element_type::f32;
    return kernel.make_problem(size == "seed" ? kernel.dims.seed : kernel.dims.large, type);
  }
};

/// The kernel of that name, if there is one.
inline std::optional<robust::registered_kernel> find_kernel(std::string const& name) {
  for (auto const& kernel : robust::all_kernels())
    if (kernel.info.name == name) return kernel;
  return std::nullopt;
}

/// "there is no kernel 'rellu'; the nearest are relu ..."
inline std::string no_such_kernel(std::string const& name) {
  std::vector<std::string> names;
  for (auto const& kernel : robust::all_kernels()) names.emplace_back(kernel.info.name);
  std::string text = "there is no kernel '" + name + "'; the nearest are";
  for (auto const& near : robust::nearest_names(name, names, 3)) text += " " + near;
  return text;
}

inline void write_facts(record::json_writer& json, measure::device_facts const& device,
                        preset const& timed) {
  json.member("device_name", device.name);
  json.member("driver", device.driver);
  json.member("cuda_version", device.cuda_version);
  json.member("date", measure::utc_now());
  json.member("source_hash", record::library_source_hash());
  json.member("size", timed.size);
  json.member("dtype", timed.dtype);
}

/// Parses, and runs `run` unless the command line is refused or was a question.
template <class Run>
int parse_and_run(CLI::App& app, std::string const& program, int argc, char** argv, Run const& run) {
  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    std::cerr << program << ": " << error.what() << "; --help lists the options\n";
    return exit_bad_input;
  }
  return run();
}

}  // namespace pb::bench

#endif  // PALLASBENCH_BENCH_BENCH_HPP
