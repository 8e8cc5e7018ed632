// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Wrong outputs that need the kernel to make: an input ignored or replaced by its neutral value, half of
// a reduction counted twice, ambiguous bases taken for A, and the wrong bodies known of an operation.
#ifndef PALLASBENCH_ROBUST_SPECIFIC_MUTANTS_HPP
#define PALLASBENCH_ROBUST_SPECIFIC_MUTANTS_HPP

#include <pallasbench/robust/backend.hpp>
#include <pallasbench/robust/compare.hpp>
#include <pallasbench/robust/evidence.hpp>
#include <pallasbench/robust/mutants.hpp>

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pb::robust {

namespace detail {

/// Every element the same number.
inline array_bytes constant_input(array_spec const& spec, int value) {
  std::size_t const count = static_cast<std::size_t>(spec.count());
  std::size_t const size = static_cast<std::size_t>(size_of(spec.type));
  array_bytes bytes(count * size);
  float const as_float = static_cast<float>(value);
  for (std::size_t i = 0; i < count; ++i) {
    void const* from = is_floating(spec.type) ? static_cast<void const*>(&as_float) : &value;
    std::memcpy(bytes.data() + i * size, from, size);
  }
  return bytes;
}

/// The second half of the reduced dimension overwritten with the first: what a kernel computes that
/// reduces half of the data and doubles the sum. Empty where the input is not reduced.
inline array_bytes repeated_half(problem const& p, std::size_t number, array_bytes const& bytes) {
  array_spec const& spec = p.inputs[number];
  bool const reduces_rows = spec.role == operand::matrix || spec.role == operand::bases;
  bool const reduces_columns = spec.role == operand::tile && p.reduction_length > 1;
  if (!reduces_rows && !reduces_columns) return {};
  i64 const segments = reduces_rows ? 1 : spec.shape[0];
  i64 const length = reduces_rows ? spec.shape[0] : spec.shape[1];
  std::size_t const step =
      bytes.size() / std::max<std::size_t>(1, static_cast<std::size_t>(segments * length));
  std::size_t const half = static_cast<std::size_t>(length / 2) * step;
  array_bytes result = bytes;
  for (i64 s = 0; s < segments; ++s) {
    auto const begin = result.begin() + s * length * static_cast<i64>(step);
    std::copy_n(begin, half, begin + static_cast<i64>(half));
  }
  return result;
}

inline array_bytes without_ambiguous_bases(array_bytes bases) {
  for (auto& base : bases)
    if (static_cast<u8>(base) > 3) base = std::byte{0};
  return bases;
}

/// Adds the reference of trial 0 with one input replaced.
inline outcome add_input_mutant(problem const& p, backend& on, std::string name,
                                std::vector<array_bytes>& inputs, std::size_t number,
                                array_bytes replacement, std::vector<mutant>& list) {
  std::swap(inputs[number], replacement);
  mutant& m = list.emplace_back();
  m.name = std::move(name);
  auto const done = on.reference(p, inputs, m.values);
  std::swap(inputs[number], replacement);
  return done;
}

/// Both operands of a product halved alike, so that the doubled half is what one would compute.
inline outcome add_half_mutant(problem const& p, backend& on, std::vector<array_bytes> inputs,
                               std::vector<mutant>& list) {
  bool any = false;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    auto half = repeated_half(p, i, inputs[i]);
    if (half.empty()) continue;
    inputs[i] = std::move(half);
    any = true;
  }
  if (!any) return {};
  mutant& m = list.emplace_back();
  m.name = "half of the reduction counted twice";
  return on.reference(p, inputs, m.values);
}

/// The output of a wrong body on the first trial whose comparison rejects it, or on trial 0.
inline mutant wrong_body_mutant(problem const& p, wrong_body const& wrong, evidence const& found,
                                std::vector<trial_recipe> const& recipes) {
  mutant first;
  for (std::size_t t = 0; t < found.trials.size(); ++t) {
    auto const inputs = random_inputs(p, recipes[t]);
    array_bytes out(static_cast<std::size_t>(p.output.bytes()));
    wrong.run(pointers_to(inputs), out.data());
    mutant m{wrong.name, to_doubles(out, p.output.type), t};
    auto const seen =
        compare(m.values, found.trials[t].reference, found.shape, found.type, found.tol);
    if (!seen.passed) return m;
    if (t == 0) first = std::move(m);
  }
  return first;
}

}  // namespace detail

/// Appends the mutants that need the kernel. `inputs` are trial 0's, `recipes` those of all trials.
inline outcome specific_mutants(problem const& p, backend& on, evidence const& found,
                                std::vector<array_bytes> inputs,
                                std::vector<trial_recipe> const& recipes,
                                std::vector<mutant>& list) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    array_spec const& spec = p.inputs[i];
    for (int const value : {0, 1}) {
      auto const name = spec.name + " replaced by " + std::to_string(value);
      auto const done = detail::add_input_mutant(p, on, name, inputs, i,
                                                 detail::constant_input(spec, value), list);
      if (!done.ok()) return done;
    }
    if (spec.role == operand::bases) {
      auto const done =
          detail::add_input_mutant(p, on, "ambiguous bases counted as A", inputs, i,
                                   detail::without_ambiguous_bases(inputs[i]), list);
      if (!done.ok()) return done;
    }
  }
  if (auto done = detail::add_half_mutant(p, on, inputs, list); !done.ok()) return done;
  for (auto const& wrong : p.wrong_bodies)
    list.push_back(detail::wrong_body_mutant(p, wrong, found, recipes));
  return {};
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_SPECIFIC_MUTANTS_HPP
