// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Element-by-element comparison of an output with its f64 reference, and the tolerance of each
// element type. What a whole output must look like over several seeds is in filters.hpp.
#ifndef PALLASBENCH_ROBUST_COMPARE_HPP
#define PALLASBENCH_ROBUST_COMPARE_HPP

#include <pallasbench/core/element.hpp>
#include <pallasbench/robust/parallel.hpp>
#include <pallasbench/robust/rounding.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

namespace pb::robust {

/// An output is right where abs(out - ref) <= atol + rtol abs(ref). `reason` is one sentence.
struct tolerance {
  double atol = 0;
  double rtol = 0;
  std::string reason;

  double bound(double reference) const { return atol + rtol * std::abs(reference); }
};

/// The tolerance of an output type. `is_matrix_product` says that sums of products of inputs of
/// order 1 are behind each element; `reduction_length` is how many terms, 1 where there is no sum.
inline tolerance tolerance_for(element_type out, bool is_matrix_product, i64 reduction_length) {
  std::string const terms = std::to_string(reduction_length) + " terms";
  switch (out) {
  case element_type::f32:
    if (is_matrix_product) {
      return {1e-4, 1e-5, "f32 matrix product over " + terms + ", accumulated in f32."};
    }
    return {1e-5, 1e-5, "f32 output, reduction over " + terms + " in f32 or better."};
  case element_type::f16:
    return {1e-3, 1e-3,
            "f16 output (11-bit significand), rounded once from f32 over " + terms + "."};
  case element_type::bf16:
    return {1e-2, 1.6e-2,
            "bf16 output (8-bit significand), rounded once from f32 over " + terms + "."};
  case element_type::f64: return {1e-12, 1e-12, "f64 output, reduction over " + terms + " in f64."};
  default: return {0, 0, std::string(name(out)) + " output: integers are exact."};
  }
}

/// What compare saw. The errors are the largest over elements where output and reference are both
/// finite, the relative one over nonzero references; `first_mismatch` is an index, one number per
/// axis, empty where there is no mismatch (and for a scalar).
struct comparison {
  double max_abs_error = 0;
  double max_rel_error = 0;
  double max_ulp_error = 0;
  i64 mismatches = 0;
  std::vector<i64> first_mismatch;
  bool passed = true;
};

/// Whether one element is right. NaN is right only for NaN. An infinity is right only where the
/// reference is the same infinity once rounded to the output type; a finite output is never right
/// for an infinite reference.
inline bool matches(double out, double ref, element_type type, tolerance const& tol) {
  if (std::isnan(ref)) return std::isnan(out);
  if (std::isinf(out)) return round_to(type, ref) == out;
  if (std::isinf(ref)) return false;
  return std::abs(out - ref) <= tol.bound(ref);  // false for NaN
}

namespace detail {

struct error_summary {
  double abs = 0, rel = 0, ulp = 0;
  i64 mismatches = 0;
  i64 first = -1;

  void merge(error_summary const& later) {
    abs = std::max(abs, later.abs);
    rel = std::max(rel, later.rel);
    ulp = std::max(ulp, later.ulp);
    mismatches += later.mismatches;
    if (first < 0) first = later.first;
  }

  void add(i64 index, double out, double ref, element_type type, tolerance const& tol) {
    if (!matches(out, ref, type, tol)) {
      ++mismatches;
      if (first < 0) first = index;
    }
    if (!std::isfinite(out) || !std::isfinite(ref) || out == ref) return;
    double const error = std::abs(out - ref);
    abs = std::max(abs, error);
    ulp = std::max(ulp, error / unit_in_last_place(type, ref));
    if (ref != 0) rel = std::max(rel, error / std::abs(ref));
  }
};

/// The multi-index of a flat row-major index.
inline std::vector<i64> unflatten(i64 flat, std::vector<i64> const& shape) {
  std::vector<i64> index(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    i64 const extent = std::max<i64>(shape[axis], 1);
    index[axis] = flat % extent;
    flat /= extent;
  }
  return index;
}

}  // namespace detail

/// Compares row-major `out` with `ref`, both of the given shape ({} is a scalar; an extent may be
/// 0). An element that only one of the two has is a mismatch.
inline comparison compare(std::span<double const> out, std::span<double const> ref,
                          std::vector<i64> const& shape, element_type type, tolerance const& tol) {
  i64 const common = static_cast<i64>(std::min(out.size(), ref.size()));
  i64 const longest = static_cast<i64>(std::max(out.size(), ref.size()));
  auto seen = fold_blocks(common, 65536, [&](i64 begin, i64 end) {
    detail::error_summary part;
    for (i64 i = begin; i < end; ++i) {
      auto const at = static_cast<std::size_t>(i);
      part.add(i, out[at], ref[at], type, tol);
    }
    return part;
  });
  if (longest > common) seen.merge({0, 0, 0, longest - common, common});
  comparison result{seen.abs, seen.rel, seen.ulp, seen.mismatches, {}, seen.mismatches == 0};
  if (seen.first >= 0) result.first_mismatch = detail::unflatten(seen.first, shape);
  return result;
}

/// Whether compare() would pass, without counting what is wrong: quick to say no.
inline bool all_match(std::span<double const> out, std::span<double const> ref, element_type type,
                      tolerance const& tol) {
  return out.size() == ref.size() && holds_everywhere(static_cast<i64>(out.size()), [&](i64 i) {
    auto const at = static_cast<std::size_t>(i);
    return matches(out[at], ref[at], type, tol);
  });
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_COMPARE_HPP
