// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The five filters and three of their verdicts: range, deviation and variation along axes, each a
// candidate against its reference. An output that is rightly sparse, constant or scalar passes.
// input_impact.hpp and source_analysis.hpp hold the other two.
#ifndef PALLASBENCH_ROBUST_FILTERS_HPP
#define PALLASBENCH_ROBUST_FILTERS_HPP

#include <pallasbench/robust/evidence.hpp>
#include <pallasbench/robust/variation.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace pb::robust {

struct filters {
  filter_result output_range, output_std, axes_variation, input_impact, source_analysis;

  bool all_passed() const {
    return output_range.passed && output_std.passed && axes_variation.passed &&
           input_impact.passed && source_analysis.passed;
  }
};

inline constexpr double smallest_range = 1e-6;
inline constexpr double largest_range = 1e12;
inline constexpr double smallest_std = 1e-6;

namespace detail {

struct extremes {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  void merge(extremes const& other) {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
  }
  double range() const { return high >= low ? high - low : 0; }
  double scale() const { return high >= low ? std::max(std::abs(low), std::abs(high)) : 0; }
};

/// Extremes of both sides where the rounded reference is finite, and how many candidate elements
/// there are not.
struct range_summary {
  extremes reference, candidate;
  i64 finite = 0, non_finite = 0;

  void add(double out, double rounded_reference) {
    if (!std::isfinite(rounded_reference)) return;
    ++finite;
    reference.add(rounded_reference);
    if (std::isfinite(out))
      candidate.add(out);
    else
      ++non_finite;
  }
  void merge(range_summary const& other) {
    reference.merge(other.reference);
    candidate.merge(other.candidate);
    finite += other.finite;
    non_finite += other.non_finite;
  }
};

inline range_summary summarize_range(evidence_view const& e, evidence_view::outcome const& each) {
  return fold_blocks(element_count(e.shape), 65536, [&](i64 begin, i64 end) {
    range_summary part;
    for (i64 i = begin; i < end; ++i) {
      auto const at = static_cast<std::size_t>(i);
      part.add(each.output[at], round_to(e.type, each.reference[at]));
    }
    return part;
  });
}

/// What is wrong with the range, or nothing. The absolute bounds count only where the reference
/// keeps them by more than rounding or tolerance.
inline std::string range_fault(evidence_view const& e, range_summary const& seen) {
  double const candidate = seen.candidate.range(), reference = seen.reference.range();
  double const scale = seen.reference.scale();
  double const floor = noise_floor(e, scale, static_cast<double>(seen.finite));
  if (seen.non_finite > 0) {
    return std::to_string(seen.non_finite) + " elements are NaN or infinite, the reference's not";
  }
  if (reference > floor && candidate < reference / 2) {
    return candidate < smallest_range ? "it lies below 1e-6" : "more than half of it is lost";
  }
  if (std::abs(candidate - reference) > 2 * e.tol.bound(scale)) {
    return candidate > largest_range ? "it lies above 1e12" : "they differ beyond the tolerance";
  }
  return {};
}

inline std::string seeds(evidence_view const& e) {
  return " over " + std::to_string(e.trials.size()) + (e.trials.size() == 1 ? " seed" : " seeds");
}

}  // namespace detail

/// max - min over all elements and seeds whose reference is finite. Fails where it is not the
/// reference's within tolerance, or less than half of it (which an absolute tolerance hides in tiny
/// outputs), and where an element is NaN or infinite and the reference's, rounded to the output
/// type, is not. A range outside [1e-6, 1e12] thus fails unless the reference's is outside too.
inline filter_result output_range(evidence_view const& e) {
  if (auto early = verdict_without_values(e)) return *early;
  detail::range_summary seen;
  for (auto const& each : e.trials)
    seen.merge(detail::summarize_range(e, each));
  double const candidate = seen.candidate.range(), reference = seen.reference.range();
  std::string reason = "The output spans " + detail::digits(candidate) + " and the reference " +
                       detail::digits(reference) + detail::seeds(e);
  std::string const fault = detail::range_fault(e, seen);
  if (!fault.empty())
    reason += ": " + fault;
  else if (seen.finite == 0)
    reason += ": no element of the reference is finite, rightly";
  else if (reference < smallest_range || reference > largest_range)
    reason += ": outside [1e-6, 1e12], rightly";
  return {fault.empty(), candidate, smallest_range, reason + "."};
}

/// Standard deviation over the elements of a seed, pooled over seeds; of a scalar, over seeds.
/// Fails where more than half of the reference's deviation is lost, if that is more than rounding:
/// a deviation below 1e-6 thus fails unless the reference's is as small.
inline filter_result output_std(evidence_view const& e) {
  if (auto early = verdict_without_values(e)) return *early;
  bool const scalar = element_count(e.shape) == 1;
  auto const seen = scalar ? variation_over_seeds(e) : variation_over_elements(e);
  double const candidate = seen.candidate_deviation(), reference = seen.reference_deviation();
  bool const collapsed = seen.collapsed(e);
  std::string reason = "The standard deviation over " + std::string(scalar ? "seeds" : "elements") +
                       " is " + detail::digits(candidate) + " and the reference's " +
                       detail::digits(reference) + detail::seeds(e);
  if (collapsed)
    reason += candidate < smallest_std ? ": it lies below 1e-6" : ": more than half of it is lost";
  else if (reference < smallest_std)
    reason += ": constant, rightly";
  return {!collapsed, candidate, smallest_std, reason + "."};
}

namespace detail {

/// Gathers the verdict of one axis after another.
struct axes_verdict {
  evidence_view const& e;
  std::string faults, constant;
  double smallest_ratio = std::numeric_limits<double>::infinity();

  void judge(std::string const& axis, variation const& seen) {
    double const reference = seen.reference_deviation(), candidate = seen.candidate_deviation();
    if (!(reference > noise_floor(e, seen.scale, seen.reference_count))) {
      constant += (constant.empty() ? "" : ", ") + axis;
      return;
    }
    smallest_ratio = std::min(smallest_ratio, candidate / reference);
    if (!seen.collapsed(e) && seen.flat_lines == 0) return;
    faults += (faults.empty() ? "" : ", ") + axis + " (standard deviation " + digits(candidate) +
              ", the reference's " + digits(reference) + ", " + std::to_string(seen.flat_lines) +
              " of " + std::to_string(seen.lines) + " lines flat)";
  }

  filter_result result() const {
    filter_result verdict{faults.empty(), {}, 0.5, {}};
    if (std::isfinite(smallest_ratio)) verdict.value = smallest_ratio;
    verdict.reason = faults.empty() ? "The output varies wherever the reference does"
                                    : "The output does not vary along " + faults;
    if (!constant.empty()) verdict.reason += "; the reference is constant along " + constant;
    verdict.reason += seeds(e) + ".";
    return verdict;
  }
};

}  // namespace detail

/// Standard deviation along each axis, and from seed to seed. Fails where the reference varies and
/// the candidate has lost more than half of that, over all lines of an axis or in any one line by
/// more than the tolerance explains. `value` is the smallest ratio of the two deviations, absent
/// where the reference varies along nothing.
inline filter_result axes_variation(evidence_view const& e) {
  if (auto early = verdict_without_values(e)) return *early;
  detail::axes_verdict verdict{e, {}, {}};
  for (std::size_t axis = 0; axis < e.shape.size(); ++axis) {
    if (e.shape[axis] > 1)
      verdict.judge("axis " + std::to_string(axis), variation_along_axis(e, axis));
  }
  if (e.trials.size() > 1) verdict.judge("the seeds", variation_over_seeds(e));
  return verdict.result();
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_FILTERS_HPP
