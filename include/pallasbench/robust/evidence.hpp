// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What the value filters judge: outputs of a candidate beside those of its f64 reference, over
// several seeds and with each input perturbed alone. Plain data; nothing here runs a kernel.
#ifndef PALLASBENCH_ROBUST_EVIDENCE_HPP
#define PALLASBENCH_ROBUST_EVIDENCE_HPP

#include <pallasbench/core/element.hpp>
#include <pallasbench/robust/arrays.hpp>
#include <pallasbench/robust/compare.hpp>

#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pb::robust {

/// One seed: what the candidate wrote and what the reference says, row-major.
struct trial {
  doubles output, reference;
};

/// Trial 0 again with `input` alone replaced.
struct perturbation {
  std::string input;
  doubles output, reference;
};

struct evidence {
  std::vector<i64> shape;
  element_type type = element_type::f32;
  tolerance tol;
  std::vector<trial> trials;
  std::vector<perturbation> perturbations;
};

/// The same without owning the arrays, so that an output can be judged in another's place. The
/// filters take this; evidence converts to it and must outlive it.
struct evidence_view {
  struct outcome {
    std::span<double const> output, reference;
  };
  struct change {
    std::string input;
    std::span<double const> output, reference;
  };
  std::vector<i64> shape;
  element_type type = element_type::f32;
  tolerance tol;
  std::vector<outcome> trials;
  std::vector<change> perturbations;

  evidence_view() = default;
  evidence_view(evidence const& owner) : shape(owner.shape), type(owner.type), tol(owner.tol) {
    for (auto const& each : owner.trials)
      trials.push_back({each.output, each.reference});
    for (auto const& each : owner.perturbations) {
      perturbations.push_back({each.input, each.output, each.reference});
    }
  }
};

/// `value` is what was measured and `threshold` the bound it was held against, where there is one.
/// `reason` is a sentence that says what was seen, for a pass too.
struct filter_result {
  bool passed = false;
  std::optional<double> value;
  std::optional<double> threshold;
  std::string reason;
};

inline i64 element_count(std::vector<i64> const& shape) {
  i64 count = 1;
  for (i64 const extent : shape)
    count *= extent;
  return count;
}

namespace detail {

/// Four significant digits: enough for a sentence.
inline std::string digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

template <class Outcomes>
bool sizes_are(Outcomes const& outcomes, std::size_t count) {
  for (auto const& each : outcomes) {
    if (each.output.size() != count || each.reference.size() != count) return false;
  }
  return true;
}

}  // namespace detail

/// The verdict where there is nothing to measure: a failure where evidence is missing or of the
/// wrong size, a pass for an empty output, none otherwise.
inline std::optional<filter_result> verdict_without_values(evidence_view const& e) {
  auto const count = static_cast<std::size_t>(element_count(e.shape));
  if (e.trials.empty()) return filter_result{false, {}, {}, "No trial was supplied."};
  if (!detail::sizes_are(e.trials, count) || !detail::sizes_are(e.perturbations, count)) {
    return filter_result{false, {}, {}, "An output has not the number of elements of its shape."};
  }
  if (count == 0) return filter_result{true, {}, {}, "The output is empty, as the reference is."};
  return std::nullopt;
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_EVIDENCE_HPP
