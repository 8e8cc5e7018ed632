// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Wrong outputs made from a right one, for those that need no knowledge of the kernel. Each is a
// function that writes any part of itself, so that none is made whole to be rejected at its first
// elements; judging them is in mutants.hpp.
#ifndef PALLASBENCH_ROBUST_MUTATIONS_HPP
#define PALLASBENCH_ROBUST_MUTATIONS_HPP

#include <pallasbench/core/macros.hpp>
#include <pallasbench/robust/arrays.hpp>
#include <pallasbench/robust/compare.hpp>
#include <pallasbench/robust/evidence.hpp>
#include <pallasbench/robust/rounding.hpp>

#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pb::robust {

/// What a mutation must be told of the kernel.
struct mutant_options {
  i64 tile_elements = 0;  // elements a block writes; 0 where unknown
  bool is_matrix_product = false;
  bool has_reduction = false;
};

namespace detail {

/// What a mutation is made of.
struct mutation_context {
  std::vector<i64> const& shape;
  element_type type;
  tolerance const& tol;
  mutant_options const& options;
  std::span<double const> reference;   // of the output that it takes the place of
  std::span<double const> other_seed;  // of another trial, empty where there is none

  i64 count() const { return static_cast<i64>(reference.size()); }
  /// The right element, as the output's type holds it.
  double right(i64 i) const { return round_to(type, reference[static_cast<std::size_t>(i)]); }
  /// Elements of a row: the last axis; of an array of rank 1, one element.
  i64 row_length() const { return shape.size() >= 2 ? shape.back() : 1; }
};

/// A wrong output, or why there is none. `write(begin, end, to)` stores its elements begin to end - 1,
/// not rounded yet, and may be called from several threads.
struct wrong_output {
  std::function<void(i64 begin, i64 end, double* to)> write;
  std::string reason;
};

inline wrong_output none(std::string reason) { return {{}, std::move(reason)}; }

/// The output whose element i is at(i).
template <class At>
wrong_output elementwise(At at) {
  return {[at](i64 begin, i64 end, double* to) {
            for (i64 i = begin; i < end; ++i) *to++ = at(i);
          },
          {}};
}

using mutation_maker = std::function<wrong_output(mutation_context const&)>;

/// What a mutation makes refers to the context and to what the mutation was made of.
struct mutation {
  std::string name;
  mutation_maker make;
  bool every_trial = true;       // false where it knows one trial only
  std::size_t trial = 0;         // which
  double at_most = PB_INFINITY;  // how far off outputs of order 1 can be
};

inline wrong_output constant(double value) {
  return elementwise([value](i64) { return value; });
}

inline wrong_output mean_everywhere(mutation_context const& c) {
  struct sum_of_finite {
    double sum = 0, count = 0;
    void merge(sum_of_finite const& other) { sum += other.sum, count += other.count; }
  };
  auto const all = fold_blocks(c.count(), loop_block, [&](i64 begin, i64 end) {
    sum_of_finite part;
    for (i64 i = begin; i < end; ++i)
      if (double const x = c.right(i); std::isfinite(x)) part.merge({x, 1});
    return part;
  });
  if (all.count == 0) return none("no element of the reference is finite");
  return constant(all.sum / all.count);
}

inline wrong_output last_tile(mutation_context const& c, double value) {
  i64 const tile = c.options.tile_elements;
  if (tile <= 0) return none("no tile size was given");
  i64 const first = (c.count() - 1) / tile * tile;
  return elementwise([&c, first, value](i64 i) { return i < first ? c.right(i) : value; });
}

inline wrong_output last_tile_nan(mutation_context const& c) {
  if (!is_floating(c.type)) return none("the output holds integers");
  return last_tile(c, std::numeric_limits<double>::quiet_NaN());
}

inline wrong_output first_row_repeated(mutation_context const& c) {
  if (c.count() <= c.row_length()) return none("there is one row");
  return elementwise([&c](i64 i) { return c.right(i % c.row_length()); });
}

inline wrong_output rows_rotated(mutation_context const& c) {
  if (c.count() <= c.row_length()) return none("there is one row");
  return elementwise([&c](i64 i) { return c.right((i + c.row_length()) % c.count()); });
}

inline wrong_output elements_of(std::span<double const> source) {
  return elementwise([source](i64 i) { return source[static_cast<std::size_t>(i)]; });
}

inline wrong_output other_seed(mutation_context const& c) {
  return c.other_seed.empty() ? none("there is one seed") : elements_of(c.other_seed);
}

inline wrong_output rounded_to_bf16(mutation_context const& c) {
  if (!is_floating(c.type)) return none("the output holds integers");
  return elementwise([&c](i64 i) { return round_to(element_type::bf16, c.right(i)); });
}

inline wrong_output product_rounded_to_tf32(mutation_context const& c) {
  if (!c.options.is_matrix_product) return none("no matrix product");
  if (c.type != element_type::f32) return none("the output is not f32");
  return elementwise([&c](i64 i) { return round_to_tf32(c.right(i)); });
}

/// The finite element nearest after the middle, going round; -1 where there is none.
inline i64 middle_finite(mutation_context const& c) {
  for (i64 k = 0; k < c.count(); ++k) {
    i64 const at = (c.count() / 2 + k) % c.count();
    if (std::isfinite(c.right(at))) return at;
  }
  return -1;
}

/// One element replaced: change(the right one) stands in its place.
template <class Change>
wrong_output one_element(mutation_context const& c, Change const& change) {
  i64 const at = middle_finite(c);
  if (at < 0) return none("no element of the reference is finite");
  double const changed = change(c.right(at));
  return elementwise([&c, at, changed](i64 i) { return i == at ? changed : c.right(i); });
}

inline wrong_output one_off(mutation_context const& c) {
  return one_element(c, [&](double right) {
    return right + (is_floating(c.type) ? 10 * c.tol.bound(right) : 1);
  });
}

inline wrong_output one_nan(mutation_context const& c) {
  if (!is_floating(c.type)) return none("the output holds integers");
  return one_element(c, [](double) { return std::numeric_limits<double>::quiet_NaN(); });
}

inline wrong_output second_half_doubled(mutation_context const& c) {
  if (!c.options.has_reduction) return none("no reduction");
  i64 const half = c.count() / 2;
  return elementwise([&c, half](i64 i) { return i < half ? c.right(i) : 2 * c.right(i); });
}

/// `source`, which must outlive the mutation, in place of an output as long.
inline mutation_maker copy_of(doubles const& source) {
  return [&source](mutation_context const& c) {
    if (source.size() == c.reference.size()) return elements_of(source);
    return none("it has " + std::to_string(source.size()) + " elements and the output " +
                std::to_string(c.count()));
  };
}

/// All mutations that need no knowledge of the kernel. `inputs` must outlive the result.
inline std::vector<mutation> general_mutations(std::vector<doubles> const& inputs) {
  using context = mutation_context;
  std::vector<mutation> all{
      {"all zeros", [](context const&) { return constant(0); }},
      {"all ones", [](context const&) { return constant(1); }},
      {"mean everywhere", mean_everywhere},
      {"last tile zero", [](context const& c) { return last_tile(c, 0); }},
      {"last tile NaN", last_tile_nan},
      {"one row repeated", first_row_repeated},
      {"rows rotated by one", rows_rotated},
      {"result of another seed", other_seed},
      {"rounded to bf16", rounded_to_bf16},
      {"rounded to tf32", product_rounded_to_tf32},
      {"one element off by ten tolerances", one_off},
      {"one element NaN", one_nan},
      {"second half doubled", second_half_doubled},
  };
  for (std::size_t i = 0; i < inputs.size(); ++i)
    all.push_back({"input " + std::to_string(i) + " copied", copy_of(inputs[i]), false});
  return all;
}

}  // namespace detail

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_MUTATIONS_HPP
