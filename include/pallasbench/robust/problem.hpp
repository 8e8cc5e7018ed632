// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// A kernel at given extents, its types erased: what filters, backends and records need of it. The
// implementation for a kernel type is typed_problem.hpp; the list of all is registry.hpp.
#ifndef PALLASBENCH_ROBUST_PROBLEM_HPP
#define PALLASBENCH_ROBUST_PROBLEM_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/cost/cost.hpp>
#include <pallasbench/jit/entry.hpp>
#include <pallasbench/patterns/plan.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace pb::robust {

/// One array of a problem. `offset` is where its pointer lies in the kernel's parameter struct.
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

/// A body that is nearly the kernel's, known to be wrong, to be run in its place.
struct wrong_body {
  std::string name;
  std::function<void(input_pointers, void* out)> run;
};

class problem {
public:
  virtual ~problem() = default;

  std::string name;
  std::vector<array_spec> inputs;
  array_spec output;
  plan plans[2];  // by variant
  cost::work work;
  pattern_kind pattern = pattern_kind::map;
  i64 reduction_length = 1;
  std::string jaxpr, stablehlo;
  jit::entry entry;
  std::vector<wrong_body> wrong_bodies;
  std::vector<i64> benchmark_literals;  // extents of the published presets: see source_findings.hpp

  plan const& plan_of(variant v) const { return plans[static_cast<int>(v)]; }

  /// Runs the host executor. `out` has output.bytes().
  virtual void run_host(variant v, input_pointers in, void* out) const = 0;
  /// Evaluates the f64 reference on the host.
  virtual void reference_host(input_pointers in, double* out) const = 0;
  /// The parameter struct of the CUDA kernel, and of the CUDA reference, with these pointers.
  virtual std::vector<std::byte> parameters(input_pointers in, void* out) const = 0;
};

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_PROBLEM_HPP
