// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Where a problem runs: the host executor, or the compiled kernel on a GPU. A backend runs a problem's
// kernel and its reference on host arrays and measures what its device can tell.
#ifndef PALLASBENCH_ROBUST_BACKEND_HPP
#define PALLASBENCH_ROBUST_BACKEND_HPP

#include <pallasbench/robust/problem.hpp>
#include <pallasbench/robust/random_inputs.hpp>

#include <optional>
#include <string>
#include <vector>

namespace pb::robust {

/// Which step failed, if one did; the words are those of the record's status.
enum class failure { none, compile_error, launch_error, runtime_error };

struct outcome {
  failure what = failure::none;
  std::string message;
  bool ok() const { return what == failure::none; }
};

/// Times of one launch in seconds, and what the compiled kernel uses; a value that this backend cannot
/// measure is empty.
struct measurements {
  std::optional<double> exec_seconds, exec_p10, exec_p90, cold_l2_seconds;
  int samples = 0;
  std::optional<std::string> method;
  std::optional<double> clock_mhz_before, clock_mhz_after;
  std::optional<bool> launch_bound;
  std::optional<int> threads_per_block, registers_per_thread, shared_memory_bytes,
      local_memory_bytes;
  std::optional<double> occupancy_pct;
};

/// What the compiler made of a text. `compiled` is empty where there is no compiler.
struct compilation {
  std::optional<bool> compiled;
  std::string log;
  std::optional<std::string> ptx;
  std::vector<std::string> lowered_names;  // of each step's kernel, in the PTX
  std::optional<double> seconds, warm_seconds;
};

class backend {
 public:
  virtual ~backend() = default;

  /// Makes the variant ready to run: compiles its text where this backend runs compiled texts.
  virtual compilation prepare(problem const& p, variant v, std::string const& text) = 0;
  /// Runs a prepared variant on poisoned output; `out` gets output.bytes().
  virtual outcome run(problem const& p, variant v, std::vector<array_bytes> const& in,
                      array_bytes& out) = 0;
  /// Evaluates the f64 reference; `out` gets output.count() elements.
  virtual outcome reference(problem const& p, std::vector<array_bytes> const& in,
                            doubles& out) = 0;
  /// Times the fixed variant on the inputs.
  virtual outcome measure(problem const& p, std::vector<array_bytes> const& in,
                          measurements& found) = 0;
};

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_BACKEND_HPP
