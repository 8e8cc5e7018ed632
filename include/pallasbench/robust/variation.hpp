// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Standard deviations of a candidate and of its reference, along any set of lines through the
// outputs, measured together. filters.hpp draws the conclusions.
#ifndef PALLASBENCH_ROBUST_VARIATION_HPP
#define PALLASBENCH_ROBUST_VARIATION_HPP

#include <pallasbench/robust/evidence.hpp>
#include <pallasbench/robust/parallel.hpp>
#include <pallasbench/robust/rounding.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace pb::robust {

/// Count, sum and sum of squares of values less the first one, which unlike Welford's recurrence
/// divides at the end alone; merged as in Chan et al. Exactly 0 deviation for equal values.
struct moments {
  double count = 0, first = 0, sum = 0, sum_of_squares = 0;

  void add(double value) {
    if (count == 0) first = value;
    double const difference = value - first;
    count += 1;
    sum += difference;
    sum_of_squares += difference * difference;
  }
  void merge(moments const& other) {
    if (other.count == 0) return;
    if (count == 0) {
      *this = other;
      return;
    }
    double const delta = other.mean() - mean();
    double const total = count + other.count;
    double const merged = squares() + other.squares() + delta * delta * count * other.count / total;
    first = mean() + delta * other.count / total;
    count = total;
    sum = 0;
    sum_of_squares = merged;
  }
  double mean() const { return count > 0 ? first + sum / count : 0; }
  /// Of the deviations from the mean.
  double squares() const {
    return count > 0 ? std::max(0.0, sum_of_squares - sum * sum / count) : 0;
  }
  double deviation() const { return count > 0 ? std::sqrt(squares() / count) : 0; }
};

/// Both sides of one line. Elements whose rounded reference is NaN or infinite are rightly so and
/// left out; a candidate's own are another filter's finding.
struct line_moments {
  moments reference, candidate;
  double scale = 0;  // largest abs(reference)

  void add(double out, double rounded_reference) {
    if (!std::isfinite(rounded_reference)) return;
    reference.add(rounded_reference);
    scale = std::max(scale, std::abs(rounded_reference));
    if (std::isfinite(out)) candidate.add(out);
  }
  void merge(line_moments const& other) {
    reference.merge(other.reference);
    candidate.merge(other.candidate);
    scale = std::max(scale, other.scale);
  }
};

/// The smallest deviation that is more than rounding: two units in the last place at the array's
/// scale. Few samples do not average a kernel's honest error away, so they get the tolerance's
/// relative part.
inline double noise_floor(evidence_view const& e, double scale, double samples) {
  double const rounding = 2 * unit_in_last_place(e.type, scale);
  return samples < 64 ? std::max(rounding, e.tol.rtol * scale) : rounding;
}

/// Deviation within lines, pooled over all lines, and how many single lines are flat in the
/// candidate (less than a tenth) while the reference varies along them by more than the tolerance
/// can explain.
struct variation {
  double reference_squares = 0, candidate_squares = 0;
  double reference_count = 0, candidate_count = 0;
  double scale = 0;
  i64 lines = 0, flat_lines = 0;

  double reference_deviation() const {
    return reference_count > 0 ? std::sqrt(reference_squares / reference_count) : 0;
  }
  double candidate_deviation() const {
    return candidate_count > 0 ? std::sqrt(candidate_squares / candidate_count) : 0;
  }
  /// The reference varies and the candidate has lost more than half of that.
  bool collapsed(evidence_view const& e) const {
    return reference_deviation() > noise_floor(e, scale, reference_count) &&
           !(candidate_deviation() >= reference_deviation() / 2);
  }
  void add(line_moments const& line, tolerance const& tol) {
    reference_squares += line.reference.squares();
    candidate_squares += line.candidate.squares();
    reference_count += line.reference.count;
    candidate_count += line.candidate.count;
    scale = std::max(scale, line.scale);
    double const deviation = line.reference.deviation();
    ++lines;
    flat_lines +=
        deviation > 4 * tol.bound(line.scale) && !(line.candidate.deviation() >= deviation / 10);
  }
  void merge(variation const& other) {
    reference_squares += other.reference_squares;
    candidate_squares += other.candidate_squares;
    reference_count += other.reference_count;
    candidate_count += other.candidate_count;
    scale = std::max(scale, other.scale);
    lines += other.lines;
    flat_lines += other.flat_lines;
  }
};

namespace detail {

/// Lines that lie side by side and are walked together, in the order of memory.
inline constexpr i64 lanes = 64;

struct side_by_side {
  std::array<line_moments, lanes> lines{};

  void merge(side_by_side const& later) {
    for (std::size_t i = 0; i < lines.size(); ++i) lines[i].merge(later.lines[i]);
  }
};

/// Lines along the middle index of an (outer, length, inner) array; `add(moments, o, k, i)` feeds
/// one element of one line.
template <class Add>
variation along_middle(i64 outer, i64 length, i64 inner, tolerance const& tol, Add const& add) {
  auto const walk = [&](i64 o, i64 first, i64 width) {
    // One long line alone is cut into pieces, for the threads that have no line of their own.
    auto const all = fold_blocks(length, 65536, [&](i64 begin, i64 end) {
      side_by_side piece;
      for (i64 k = begin; k < end; ++k) {
        for (i64 i = 0; i < width; ++i)
          add(piece.lines[static_cast<std::size_t>(i)], o, k, first + i);
      }
      return piece;
    });
    variation part;
    for (i64 i = 0; i < width; ++i)
      part.add(all.lines[static_cast<std::size_t>(i)], tol);
    return part;
  };
  i64 const groups = (inner + lanes - 1) / lanes;
  i64 const block = std::max<i64>(1, 65536 / (length * std::min(lanes, inner)));
  return fold_blocks(outer * groups, block, [&](i64 begin, i64 end) {
    variation total;
    for (i64 g = begin; g < end; ++g) {
      i64 const first = g % groups * lanes;
      total.merge(walk(g / groups, first, std::min(lanes, inner - first)));
    }
    return total;
  });
}

}  // namespace detail

/// Along one axis of the shape, in every trial.
inline variation variation_along_axis(evidence_view const& e, std::size_t axis) {
  i64 outer = 1, inner = 1;
  for (std::size_t a = 0; a < axis; ++a)
    outer *= e.shape[a];
  for (std::size_t a = axis + 1; a < e.shape.size(); ++a)
    inner *= e.shape[a];
  i64 const length = e.shape[axis];
  variation total;
  for (auto const& each : e.trials) {
    total.merge(detail::along_middle(
        outer, length, inner, e.tol, [&](line_moments& line, i64 o, i64 k, i64 i) {
          auto const at = static_cast<std::size_t>((o * length + k) * inner + i);
          line.add(each.output[at], round_to(e.type, each.reference[at]));
        }));
  }
  return total;
}

/// From seed to seed, in every element.
inline variation variation_over_seeds(evidence_view const& e) {
  return detail::along_middle(1, static_cast<i64>(e.trials.size()), element_count(e.shape), e.tol,
                              [&](line_moments& line, i64, i64 k, i64 i) {
                                auto const& each = e.trials[static_cast<std::size_t>(k)];
                                auto const at = static_cast<std::size_t>(i);
                                line.add(each.output[at], round_to(e.type, each.reference[at]));
                              });
}

/// Over all elements of a trial, in every trial.
inline variation variation_over_elements(evidence_view const& e) {
  variation total;
  for (auto const& each : e.trials) {
    auto const line = fold_blocks(element_count(e.shape), 65536, [&](i64 begin, i64 end) {
      line_moments part;
      for (i64 i = begin; i < end; ++i) {
        auto const at = static_cast<std::size_t>(i);
        part.add(each.output[at], round_to(e.type, each.reference[at]));
      }
      return part;
    });
    total.add(line, e.tol);
  }
  return total;
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_VARIATION_HPP
