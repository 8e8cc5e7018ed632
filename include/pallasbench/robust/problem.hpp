// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// A kernel at given extents, its types erased: what filters, backends and records need of it. The
// implementation for a kernel type is typed_problem.hpp; the list of all is registry.hpp.
#ifndef PALLASBENCH_ROBUST_PROBLEM_HPP
#define PALLASBENCH_ROBUST_PROBLEM_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/core/macros.hpp>
#include <pallasbench/cost/cost.hpp>
#include <pallasbench/jit/entry.hpp>
#include <pallasbench/patterns/plan.hpp>
#include <pallasbench/robust/arrays.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace pb::robust {

/// One array of a problem.
struct array_spec {
  std::string name;
  element_type type;
  std::vector<i64> shape;
  operand role = operand::tile;
  std::size_t offset = 0;

  i64 count() const {
    i64 n = 1;
    for (i64 size : shape)
      n *= size;
    return n;
  }
  i64 bytes() const { return count() * size_of(type); }
};

/// The kernel as its file has it, or the same under tiling::whole_array.
enum class variant { fixed, original };

/// Host pointers to each input, in call order.
using input_pointers = std::span<void const* const>;

/// An array of one step's kernel: an input of the problem, "out", or "result N" of step N, which
/// stays inside. `offset` is where its pointer lies in the kernel's parameter struct.
struct step_array {
  std::string name;
  std::size_t offset = 0;
  bool is_output = false;
};

/// One kernel of a problem: most have one, a sequence has one a step.
struct problem_step {
  jit::entry entry;
  plan plans[2];  // by variant
  std::vector<step_array> arrays;

  plan const& plan_of(variant v) const { return plans[static_cast<int>(v)]; }
};

/// The launch of one step: its parameter struct, and the memory that its plan may have cleared.
struct step_launch {
  std::vector<std::byte> parameters;
  void* out = nullptr;
  i64 out_bytes = 0;
  void* workspace = nullptr;
};

/// A body that is nearly the kernel's, known to be wrong, to be run in its place, on widened inputs. `at_most` is how
/// far off it can be where outputs are of order 1, if that is known.
struct wrong_body {
  std::string name;
  std::function<void(input_pointers widened, doubles& written)> run;
  double at_most = PB_INFINITY;
};

class problem {
public:
  virtual ~problem() = default;

  std::string name;
  std::vector<array_spec> inputs;
  array_spec output;
  plan plans[2];  // by variant; of a sequence, its widest step's with the workspace of all
  std::vector<problem_step> steps;
  std::size_t widest_step = 0;
  cost::work work;
  pattern_kind pattern = pattern_kind::map;
  i64 reduction_length = 1;
  std::string jaxpr, stablehlo;
  std::vector<wrong_body> wrong_bodies;
  std::vector<i64> benchmark_literals;  // extents of the published presets: see source_findings.hpp

  /// Whether sums of products of two inputs are behind each element of the output.
  bool has_products() const {
    return pattern == pattern_kind::contract || pattern == pattern_kind::attend ||
           pattern == pattern_kind::steps || pattern == pattern_kind::convolve;
  }

  /// Whether trials differ in the scale of the main inputs: where products are summed it is left alone,
  /// but attention's are scaled a little.
  bool has_scaled_inputs() const {
    return pattern == pattern_kind::map || pattern == pattern_kind::rows ||
           pattern == pattern_kind::columns || pattern == pattern_kind::reduce || attends();
  }
  /// Attention, alone or in a sequence.
  bool attends() const {
    return pattern == pattern_kind::attend || pattern == pattern_kind::steps;
  }

  /// How many rows an index may name: the table's, or where there is no table the output's columns.
  i64 index_bound() const {
    return inputs[0].role == operand::index ? output.shape.back() : inputs[0].shape[0];
  }

  plan const& plan_of(variant v) const { return plans[static_cast<int>(v)]; }

  /// Runs the host executor. `out` has output.bytes().
  virtual void run_host(variant v, input_pointers in, void* out) const = 0;
  /// What to launch for the CUDA kernels, by step, with these pointers. `workspace` has the plan's
  /// workspace_bytes, and may be null where there are none.
  virtual std::vector<step_launch> launches(input_pointers in, void* out,
                                            void* workspace) const = 0;
  /// Evaluates the f64 reference on the host, on inputs that widened() has made f32 where they are
  /// of a 16-bit type: the conversion is exact, so one reference serves all types.
  virtual void reference_host(input_pointers widened, double* out) const = 0;
  /// The parameter struct of the CUDA reference, with these pointers.
  virtual std::vector<std::byte> reference_parameters(input_pointers widened, void* out) const = 0;
};

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_PROBLEM_HPP
