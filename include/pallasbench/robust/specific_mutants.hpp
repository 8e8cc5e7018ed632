// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Wrong outputs that need the kernel to make: an input ignored or replaced by its neutral value, half of
// a reduction counted twice, ambiguous bases taken for A, duplicate updates lost, and the wrong bodies
// known of an operation.
#ifndef PALLASBENCH_ROBUST_SPECIFIC_MUTANTS_HPP
#define PALLASBENCH_ROBUST_SPECIFIC_MUTANTS_HPP

#include <pallasbench/core/macros.hpp>
#include <pallasbench/patterns/index/index.hpp>
#include <pallasbench/robust/backend.hpp>
#include <pallasbench/robust/compare.hpp>
#include <pallasbench/robust/evidence.hpp>
#include <pallasbench/robust/mutants.hpp>

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pb::robust {

namespace detail {

/// Every element the same number.
inline array_bytes constant_input(array_spec const& spec, int value) {
  auto const of_type = [&]<class T>(T) {
    return generate<T>(spec.count(), [x = static_cast<T>(value)](i64) { return x; });
  };
  switch (spec.type) {
    case element_type::u8: return of_type(u8{});
    case element_type::i32: return of_type(i32{});
    case element_type::i64: return of_type(i64{});
    default: return with_float_type(spec, of_type);
  }
}

/// The axis of an input that the kernel reduces, if it reduces one.
inline std::optional<std::size_t> reduced_axis(problem const& p, std::size_t number) {
  array_spec const& spec = p.inputs[number];
  bool const is_main = spec.role == operand::tile || spec.role == operand::bases;
  bool const is_sequence = spec.role == operand::bases && spec.shape.size() == 1;
  bool const reduces_rows = spec.role == operand::matrix || is_sequence ||
                            (is_main && p.pattern == pattern_kind::columns) ||
                            (p.pattern == pattern_kind::reduce && spec.role != operand::row_vector);
  bool const reduces_columns = is_main && !reduces_rows && p.reduction_length > 1;
  if (!reduces_rows && !reduces_columns) return std::nullopt;
  if (p.pattern != pattern_kind::attend) return reduces_rows ? 0 : 1;
  if (number == 0) return std::nullopt;  // keys and values are reduced, queries are not
  return 2;
}

/// The second half of the reduced axis overwritten with the first: what a kernel computes that
/// reduces half of the data and doubles the sum.
inline array_bytes repeated_half(array_spec const& spec, std::size_t axis,
                                 array_bytes const& bytes) {
  i64 const length = spec.shape[axis];
  i64 segments = 1;
  for (std::size_t d = 0; d < axis; ++d) segments *= spec.shape[d];
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

/// Of the indices that mean the same row of `rows`, the last alone; the others out of range: what adds
/// updates without atomics, and loses all that meet but one.
inline array_bytes without_duplicates(array_bytes indices, i64 rows) {
  std::vector<bool> seen(static_cast<std::size_t>(rows));
  i32 const none = std::numeric_limits<i32>::max();
  for (std::size_t at = indices.size(); at != 0; at -= sizeof(i32)) {
    std::byte* const place = indices.data() + at - sizeof(i32);
    i32 index;
    std::memcpy(&index, place, sizeof index);
    i64 const row = table_row(index, rows);
    if (row < 0) continue;
    if (seen[static_cast<std::size_t>(row)]) std::memcpy(place, &none, sizeof none);
    seen[static_cast<std::size_t>(row)] = true;
  }
  return indices;
}

/// A way to go wrong: what it writes for a trial's inputs, which it leaves as they were, and
/// mutant::at_most.
struct fault {
  std::string name;
  std::function<outcome(std::vector<array_bytes>& inputs, doubles& written)> write;
  double at_most = PB_INFINITY;
};

/// An input as a kernel takes it that is right but for that.
using misread = std::pair<std::size_t, std::function<array_bytes(array_bytes const&)>>;

inline fault misread_inputs(problem const& p, backend& on, std::string name,
                            std::vector<misread> const& changes) {
  return {std::move(name),
          [&p, &on, changes](std::vector<array_bytes>& inputs, doubles& written) {
            std::vector<array_bytes> kept;
            for (auto const& [number, change] : changes)
              kept.push_back(std::exchange(inputs[number], change(inputs[number])));
            auto const done = on.reference(p, inputs, written);
            for (auto const& change : changes) {
              inputs[change.first] = std::move(kept.front());
              kept.erase(kept.begin());
            }
            return done;
          }};
}

inline fault wrong_body_in_place(problem const& p, wrong_body const& wrong) {
  return {wrong.name,
          [&p, &wrong](std::vector<array_bytes> const& inputs, doubles& written) {
            wrong.run(widened_inputs(p, inputs).pointers(), written);
            return outcome{};
          },
          wrong.at_most};
}

/// The faults of one input read wrongly.
inline void add_input_faults(problem const& p, backend& on, std::size_t number,
                             std::vector<fault>& list) {
  array_spec const& spec = p.inputs[number];
  auto const add = [&](std::string name, auto const& replaced) {
    list.push_back(misread_inputs(p, on, std::move(name), {{number, replaced}}));
  };
  for (int const value : {0, 1}) {
    add(spec.name + " replaced by " + std::to_string(value),
        [&spec, value](array_bytes const&) { return constant_input(spec, value); });
  }
  if (spec.role == operand::bases) add("ambiguous bases counted as A", without_ambiguous_bases);
  if (p.pattern == pattern_kind::scatter && spec.role == operand::index) {
    add("duplicate updates lost", [rows = p.index_bound()](array_bytes const& indices) {
      return without_duplicates(indices, rows);
    });
  }
}

/// Both operands of a product halved alike, so that the doubled half is what one would compute.
inline void add_half_fault(problem const& p, backend& on, std::vector<fault>& list) {
  std::vector<misread> halves;
  for (std::size_t i = 0; i < p.inputs.size(); ++i) {
    auto const axis = reduced_axis(p, i);
    if (!axis) continue;
    halves.push_back({i, [&spec = p.inputs[i], axis = *axis](array_bytes const& bytes) {
                        return repeated_half(spec, axis, bytes);
                      }});
  }
  if (halves.empty()) return;
  list.push_back(misread_inputs(p, on, "half of the reduction counted twice", halves));
}

inline std::vector<fault> faults_of(problem const& p, backend& on) {
  std::vector<fault> list;
  for (std::size_t i = 0; i < p.inputs.size(); ++i) add_input_faults(p, on, i, list);
  add_half_fault(p, on, list);
  for (auto const& wrong : p.wrong_bodies) list.push_back(wrong_body_in_place(p, wrong));
  return list;
}

}  // namespace detail

/// Appends the mutants that need the kernel, each of the first trial whose comparison rejects it,
/// else of trial 0. `inputs` are trial 0's and are left as they are, `recipes` those of all trials.
inline outcome specific_mutants(problem const& p, backend& on, evidence const& found,
                                std::vector<array_bytes>& inputs,
                                std::vector<trial_recipe> const& recipes,
                                std::vector<mutant>& list) {
  for (auto const& fault : detail::faults_of(p, on)) {
    mutant chosen;
    bool rejected = false;
    for (std::size_t t = 0; t < found.trials.size() && !rejected; ++t) {
      mutant m{fault.name, {}, t, fault.at_most};
      std::vector<array_bytes> others;
      if (t != 0) others = random_inputs(p, recipes[t]);
      auto const done = fault.write(t == 0 ? inputs : others, m.values);
      if (!done.ok()) return done;
      detail::round_all(found.type, m.values);
      rejected = !all_match(m.values, found.trials[t].reference, found.type, found.tol);
      if (rejected || t == 0) chosen = std::move(m);
    }
    list.push_back(std::move(chosen));
  }
  return {};
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_SPECIFIC_MUTANTS_HPP
