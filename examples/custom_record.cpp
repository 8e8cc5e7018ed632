// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Notice: a record of one's own kernel at a size of one's own, written without the exporter. It
// takes headers and one line of CMake, which puts the texts that a record quotes and hashes into
// the program:
//
//   pallasbench_embed(custom_record KERNELS swiglu.hpp)
//
// The line goes to custom_record.jsonl, or where the argument says; - is standard output.
#include "swiglu.hpp"

#include <pallasbench/record/make_record.hpp>
#include <pallasbench/record/output_file.hpp>
#include <pallasbench/record/this_program.hpp>
#include <pallasbench/robust/host_backend.hpp>
#include <pallasbench/robust/typed_problem.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>

namespace {

using namespace pb;
using std::chrono::steady_clock;

constexpr i64 seed = 7;

/// What is evaluated: the kernel's type for the readings, its text for the filters and the record.
robust::registered_kernel const kernel{kernels::swiglu::info, kernels::swiglu::dims,
                                       "kernels/swiglu.hpp",
                                       robust::make_problem<kernels::swiglu>};

/// What no evaluation can know. The hash is that of swiglu.hpp with every header it includes.
record::record_context context(steady_clock::time_point start) {
  std::chrono::duration<double> const wall = steady_clock::now() - start;
  return {.size = "12345 elements",
          .seed = seed,
          .sha = record::hash_of(kernel.file),
          .wall_time_seconds = wall.count(),
          .machine = record::host_environment()};
}

/// The evaluation's inputs and output, held against a plain loop.
double largest_error(robust::problem const& problem, robust::evaluation const& e) {
  auto const x = robust::to_doubles(e.inputs[0], problem.inputs[0].type);
  auto const gate = robust::to_doubles(e.inputs[1], problem.inputs[1].type);
  auto const y = robust::to_doubles(e.output, problem.output.type);
  double error = 0;
  for (std::size_t i = 0; i < y.size(); ++i)
    error = std::max(error, std::fabs(y[i] - gate[i] * x[i] / (1 + std::exp(-x[i]))));
  return error;
}

}  // namespace

int main(int argc, char** argv) {
  auto const start = steady_clock::now();
  auto const texts = record::texts_of(kernel.file);  // also with one block for the whole array
  if (!texts) return 1;

  auto const problem = kernel.make_problem({12345}, element_type::f32);
  robust::host_backend backend;  // with a GPU, robust::cuda_backend measures as well
  auto const e = robust::evaluate(*problem, *texts, backend, seed);
  auto const record = record::make_record(kernel, *problem, *texts, e, context(start));

  record::output_file out;
  auto done = out.open(argc > 1 ? argv[1] : "custom_record.jsonl");
  if (done.ok()) done = out.write_line(record::to_json_line(record));
  if (done.ok()) done = out.commit();  // now the file is there, whole
  if (!done.ok()) {
    std::fprintf(stderr, "%s\n", done.message.c_str());
    return done.exit_status();
  }

  double const error = largest_error(*problem, e);
  auto const& mutants = record.result.mutants;
  std::fprintf(stderr, "%s: %s, %lld of %lld mutants rejected, largest error %g\n",
               record.kernel_name.c_str(), std::string(name(record.status)).c_str(),
               static_cast<long long>(mutants.rejected), static_cast<long long>(mutants.tried),
               error);
  bool const all_rejected = mutants.tried > 0 && mutants.rejected == mutants.tried;
  return record.status == record::status::ok && all_rejected && error < 1e-5 ? 0 : 1;
}
