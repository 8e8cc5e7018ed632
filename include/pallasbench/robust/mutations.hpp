// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Wrong outputs made from a right one, for those that need no knowledge of the kernel. Each edits
// one array in place; judging them is in mutants.hpp.
#ifndef PALLASBENCH_ROBUST_MUTATIONS_HPP
#define PALLASBENCH_ROBUST_MUTATIONS_HPP

#include <pallasbench/core/macros.hpp>
#include <pallasbench/robust/compare.hpp>
#include <pallasbench/robust/evidence.hpp>
#include <pallasbench/robust/rounding.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace pb::robust {

/// What a mutation must be told of the kernel.
struct mutant_options {
  i64 tile_elements = 0;  // elements a block writes; 0 where unknown
  bool is_matrix_product = false;
  bool has_reduction = false;
};

namespace detail {

using values = std::vector<double>;

/// What a mutation may look at beside the array it edits.
struct mutation_context {
  std::vector<i64> const& shape;
  element_type type;
  tolerance const& tol;
  mutant_options const& options;
  std::span<double const> other_seed;  // reference of another trial, empty where there is none

  /// Elements of a row: the last axis; of an array of rank 1, one element.
  i64 row_length() const { return shape.size() >= 2 ? shape.back() : 1; }
};

/// Edits a right output into a wrong one; returns why it cannot, or nothing.
using mutation_edit = std::function<std::string(mutation_context const&, values&)>;

struct mutation {
  std::string name;
  mutation_edit edit;
  bool every_trial = true;       // false where the edit knows one trial only
  std::size_t trial = 0;         // which
  double at_most = PB_INFINITY;  // how far off outputs of order 1 can be
};

inline std::string fill(values& array, double value) {
  std::fill(array.begin(), array.end(), value);
  return {};
}

inline std::string fill_with_mean(values& array) {
  double sum = 0, count = 0;
  for (double const x : array) {
    if (std::isfinite(x)) sum += x, count += 1;
  }
  if (count == 0) return "no element of the reference is finite";
  return fill(array, sum / count);
}

inline std::string lose_last_tile(mutation_context const& c, values& array, double value) {
  i64 const tile = c.options.tile_elements;
  if (tile <= 0) return "no tile size was given";
  i64 const count = static_cast<i64>(array.size());
  std::fill(array.begin() + (count - 1) / tile * tile, array.end(), value);
  return {};
}

inline std::string repeat_first_row(mutation_context const& c, values& array) {
  auto const length = static_cast<std::size_t>(c.row_length());
  if (array.size() <= length) return "there is one row";
  for (std::size_t i = length; i < array.size(); ++i)
    array[i] = array[i - length];
  return {};
}

inline std::string rotate_rows(mutation_context const& c, values& array) {
  if (static_cast<i64>(array.size()) <= c.row_length()) return "there is one row";
  std::rotate(array.begin(), array.begin() + c.row_length(), array.end());
  return {};
}

inline std::string take_other_seed(mutation_context const& c, values& array) {
  if (c.other_seed.empty()) return "there is one seed";
  std::copy(c.other_seed.begin(), c.other_seed.end(), array.begin());
  return {};
}

inline std::string round_to_bf16(mutation_context const& c, values& array) {
  if (!is_floating(c.type)) return "the output holds integers";
  for (double& x : array)
    x = round_to(element_type::bf16, x);
  return {};
}

inline std::string round_product_to_tf32(mutation_context const& c, values& array) {
  if (!c.options.is_matrix_product) return "no matrix product";
  if (c.type != element_type::f32) return "the output is not f32";
  for (double& x : array)
    x = round_to_tf32(x);
  return {};
}

/// The finite element nearest after the middle, going round; the size where there is none.
inline std::size_t middle_finite(values const& array) {
  for (std::size_t k = 0; k < array.size(); ++k) {
    std::size_t const at = (array.size() / 2 + k) % array.size();
    if (std::isfinite(array[at])) return at;
  }
  return array.size();
}

inline std::string shift_one(mutation_context const& c, values& array) {
  std::size_t const at = middle_finite(array);
  if (at == array.size()) return "no element of the reference is finite";
  array[at] += is_floating(c.type) ? 10 * c.tol.bound(array[at]) : 1;
  return {};
}

inline std::string poison_one(mutation_context const& c, values& array) {
  if (!is_floating(c.type)) return "the output holds integers";
  std::size_t const at = middle_finite(array);
  if (at == array.size()) return "no element of the reference is finite";
  array[at] = std::numeric_limits<double>::quiet_NaN();
  return {};
}

inline std::string double_second_half(mutation_context const& c, values& array) {
  if (!c.options.has_reduction) return "no reduction";
  for (std::size_t i = array.size() / 2; i < array.size(); ++i)
    array[i] *= 2;
  return {};
}

inline std::string lose_tile_to_nan(mutation_context const& c, values& array) {
  if (!is_floating(c.type)) return "the output holds integers";
  return lose_last_tile(c, array, std::numeric_limits<double>::quiet_NaN());
}

inline mutation_edit copy_of(values const& source) {
  return [&source](mutation_context const&, values& array) -> std::string {
    if (source.size() != array.size()) {
      return "it has " + std::to_string(source.size()) + " elements and the output " +
             std::to_string(array.size());
    }
    array = source;
    return {};
  };
}

/// All mutations that need no knowledge of the kernel. `inputs` must outlive the result.
inline std::vector<mutation> general_mutations(std::vector<values> const& inputs) {
  using context = mutation_context;
  std::vector<mutation> all{
      {"all zeros", [](context const&, values& a) { return fill(a, 0); }},
      {"all ones", [](context const&, values& a) { return fill(a, 1); }},
      {"mean everywhere", [](context const&, values& a) { return fill_with_mean(a); }},
      {"last tile zero", [](context const& c, values& a) { return lose_last_tile(c, a, 0); }},
      {"last tile NaN", lose_tile_to_nan},
      {"one row repeated", repeat_first_row},
      {"rows rotated by one", rotate_rows},
      {"result of another seed", take_other_seed},
      {"rounded to bf16", round_to_bf16},
      {"rounded to tf32", round_product_to_tf32},
      {"one element off by ten tolerances", shift_one},
      {"one element NaN", poison_one},
      {"second half doubled", double_second_half},
  };
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    all.push_back({"input " + std::to_string(i) + " copied", copy_of(inputs[i]), false});
  }
  return all;
}

}  // namespace detail

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_MUTATIONS_HPP
