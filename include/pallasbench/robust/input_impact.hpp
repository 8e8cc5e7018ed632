// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The input_impact filter: with each input perturbed alone, the output must change where the
// reference changes, nowhere else, and by as much. This finds an ignored operand that a
// perturbation of everything at once would hide.
#ifndef PALLASBENCH_ROBUST_INPUT_IMPACT_HPP
#define PALLASBENCH_ROBUST_INPUT_IMPACT_HPP

#include <pallasbench/robust/evidence.hpp>
#include <pallasbench/robust/variation.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace pb::robust {

namespace detail {

/// One element before and after a perturbation.
struct element_change {
  double output, changed_output, reference, changed_reference;
};

/// What one perturbation did, summed over elements.
struct impact {
  i64 wrong = 0;     // changed otherwise than the reference, by more than tolerance
  i64 unmoved = 0;   // of these: the reference changed and the output did not
  i64 spurious = 0;  // of these: the output changed and the reference did not
  i64 changed = 0;   // elements whose rounded reference changed
  double output_squares = 0, reference_squares = 0;
  double largest_change = 0, scale = 0;

  void add(element_change const& x, element_type type, tolerance const& tol) {
    double const before = round_to(type, x.reference), after = round_to(type, x.changed_reference);
    if (!std::isfinite(before) || !std::isfinite(after)) return add_non_finite(x, type, tol);
    double const moved = x.changed_output - x.output;
    double const expected = x.changed_reference - x.reference;
    double const bound = tol.bound(x.reference) + tol.bound(x.changed_reference);
    if (!(std::abs(moved - expected) <= bound)) {
      ++wrong;
      unmoved += moved == 0;
      spurious += expected == 0;
    }
    changed += before != after;
    if (std::isfinite(moved)) output_squares += moved * moved;
    reference_squares += (after - before) * (after - before);
    largest_change = std::max(largest_change, std::abs(after - before));
    scale = std::max({scale, std::abs(before), std::abs(after)});
  }
  void add_non_finite(element_change const& x, element_type type, tolerance const& tol) {
    wrong += !matches(x.output, x.reference, type, tol) ||
             !matches(x.changed_output, x.changed_reference, type, tol);
    changed += !(x.reference == x.changed_reference ||
                 (std::isnan(x.reference) && std::isnan(x.changed_reference)));
  }
  void merge(impact const& other) {
    wrong += other.wrong;
    unmoved += other.unmoved;
    spurious += other.spurious;
    changed += other.changed;
    output_squares += other.output_squares;
    reference_squares += other.reference_squares;
    largest_change = std::max(largest_change, other.largest_change);
    scale = std::max(scale, other.scale);
  }
  /// Root of the output's squared changes over the reference's: 1 for a right kernel.
  double ratio() const { return std::sqrt(output_squares / reference_squares); }
  bool measurable(evidence_view const& e) const {
    return largest_change > noise_floor(e, scale, static_cast<double>(changed));
  }
};

inline impact measure_impact(evidence_view const& e, evidence_view::change const& change) {
  return fold_blocks(element_count(e.shape), 65536, [&](i64 begin, i64 end) {
    impact part;
    for (i64 i = begin; i < end; ++i) {
      auto const at = static_cast<std::size_t>(i);
      part.add({e.trials[0].output[at], change.output[at], e.trials[0].reference[at],
                change.reference[at]},
               e.type, e.tol);
    }
    return part;
  });
}

/// Gathers the verdict of one perturbation after another.
struct impact_verdict {
  evidence_view const& e;
  std::string faults, idle;
  double smallest_ratio = std::numeric_limits<double>::infinity();

  void judge(std::string const& input, impact const& seen) {
    bool const measurable = seen.measurable(e);
    if (measurable) smallest_ratio = std::min(smallest_ratio, seen.ratio());
    bool const lost = measurable && !(seen.ratio() >= 0.5);
    if (seen.wrong > 0 || lost) {
      faults += (faults.empty() ? "" : "; ") + describe(input, seen);
    } else if (seen.changed == 0) {
      idle += (idle.empty() ? "" : ", ") + input;
    }
  }

  static std::string describe(std::string const& input, impact const& seen) {
    return input + " changes " + std::to_string(seen.changed) + " elements of the reference; " +
           std::to_string(seen.wrong) + " of the output's change otherwise (" +
           std::to_string(seen.unmoved) + " do not move, " + std::to_string(seen.spurious) +
           " move where they must not), and the whole change is " +
           digits(std::sqrt(seen.output_squares)) + " instead of " +
           digits(std::sqrt(seen.reference_squares));
  }

  filter_result result() const {
    filter_result verdict{faults.empty(), {}, 0.5, {}};
    if (std::isfinite(smallest_ratio)) verdict.value = smallest_ratio;
    verdict.reason = faults.empty() ? "The output changes with each of " +
                                          std::to_string(e.perturbations.size()) +
                                          " perturbed inputs as the reference does"
                                    : faults;
    if (!idle.empty()) verdict.reason += "; the reference does not depend on " + idle + " here";
    verdict.reason += ".";
    return verdict;
  }
};

}  // namespace detail

/// Fails where an element's change differs from the reference's by more than the tolerance before
/// and after together; and where an input's whole change (root of squares) is less than half of the
/// reference's, which an absolute tolerance hides in tiny outputs. `value` is the smallest ratio of
/// the whole changes, 1 for a right kernel. Without a perturbation nothing is known: a failure.
inline filter_result input_impact(evidence_view const& e) {
  if (auto early = verdict_without_values(e)) return *early;
  if (e.perturbations.empty()) return {false, {}, {}, "No input was perturbed."};
  detail::impact_verdict verdict{e, {}, {}};
  for (auto const& each : e.perturbations)
    verdict.judge(each.input, detail::measure_impact(e, each));
  return verdict.result();
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_INPUT_IMPACT_HPP
