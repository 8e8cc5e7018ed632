// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs of a problem: functions of (seed, input number, element number) alone, so that a record's
// inputs can be made again on any machine.
#ifndef PALLASBENCH_ROBUST_RANDOM_INPUTS_HPP
#define PALLASBENCH_ROBUST_RANDOM_INPUTS_HPP

#include <pallasbench/core/philox.hpp>
#include <pallasbench/robust/problem.hpp>

#include <cmath>
#include <cstddef>
#include <cstring>
#include <numbers>
#include <span>
#include <string_view>
#include <vector>

namespace pb::robust {

/// The bytes of one array, row-major.
using array_bytes = std::vector<std::byte>;

/// The arrays of one trial. `scale` multiplies the main inputs of maps and rows: a trial at 30 shows a
/// missing shift by the maximum, one at 1e-3 a missing eps.
struct trial_recipe {
  u64 seed = 0;
  double scale = 1;
};

namespace detail {

/// Uniform in (0, 1].
inline double unit_interval(u32 word) { return (double(word) + 1.0) / 4294967296.0; }

/// Normal(0, 1), by Box and Muller.
inline double normal(philox_block const& draw) {
  return std::sqrt(-2.0 * std::log(unit_interval(draw.word[0]))) *
         std::cos(2.0 * std::numbers::pi * unit_interval(draw.word[1]));
}

/// A row number of a table, as likely counted from the end as from the start; one in eight is out of
/// range on a small table, none on a large one, whose lookups are timed.
inline i32 index_draw(philox_block const& draw, i64 table_rows) {
  i64 const beyond = table_rows < 1000 ? table_rows / 8 + 1 : 0;
  u64 const span = static_cast<u64>(2 * (table_rows + beyond));
  u64 const word = u64(draw.word[0]) << 32 | draw.word[1];
  return static_cast<i32>(static_cast<i64>(word % span) - table_rows - beyond);
}

/// A base, one in 64 ambiguous.
inline u8 base_draw(philox_block const& draw) {
  return draw.word[0] % 64 == 0 ? 4 : static_cast<u8>(draw.word[1] % 4);
}

template <class T, class Draw>
array_bytes generate(i64 count, Draw const& draw) {
  array_bytes bytes(static_cast<std::size_t>(count) * sizeof(T));
#pragma omp parallel for schedule(static)
  for (i64 i = 0; i < count; ++i) {
    T const value = draw(i);
    std::memcpy(bytes.data() + static_cast<std::size_t>(i) * sizeof(T), &value, sizeof(T));
  }
  return bytes;
}

inline bool is_scaled(problem const& p, array_spec const& spec) {
  return spec.role == operand::tile &&
         (p.pattern == pattern_kind::map || p.pattern == pattern_kind::rows);
}

}  // namespace detail

/// Input `number` of a trial. Normal(0, 1) times the recipe's scale; a matrix is
/// Normal(0, 1 / fan_in), so that products are of order 1.
inline array_bytes random_input(problem const& p, std::size_t number, trial_recipe const& recipe) {
  array_spec const& spec = p.inputs[number];
  auto const draw = [&](i64 i) {
    return philox_at(recipe.seed, static_cast<u32>(number), i);
  };
  switch (spec.role) {
    case operand::index: {
      i64 const rows = p.inputs[0].shape[0];
      return detail::generate<i32>(spec.count(),
                                   [&](i64 i) { return detail::index_draw(draw(i), rows); });
    }
    case operand::bases:
      return detail::generate<u8>(spec.count(), [&](i64 i) { return detail::base_draw(draw(i)); });
    default: {
      double const matrix_scale =
          spec.role == operand::matrix ? 1.0 / std::sqrt(double(spec.shape[0])) : 1.0;
      double const scale = matrix_scale * (detail::is_scaled(p, spec) ? recipe.scale : 1.0);
      return detail::generate<float>(spec.count(), [&](i64 i) {
        return static_cast<float>(scale * detail::normal(draw(i)));
      });
    }
  }
}

/// All inputs of a trial.
inline std::vector<array_bytes> random_inputs(problem const& p, trial_recipe const& recipe) {
  std::vector<array_bytes> arrays;
  for (std::size_t i = 0; i < p.inputs.size(); ++i) arrays.push_back(random_input(p, i, recipe));
  return arrays;
}

inline std::vector<void const*> pointers_to(std::vector<array_bytes> const& arrays) {
  std::vector<void const*> pointers;
  for (auto const& array : arrays) pointers.push_back(array.data());
  return pointers;
}

namespace detail {
template <class T>
std::vector<double> widened(std::span<std::byte const> bytes) {
  std::vector<double> values(bytes.size() / sizeof(T));
#pragma omp parallel for schedule(static)
  for (i64 i = 0; i < static_cast<i64>(values.size()); ++i) {
    T value;
    std::memcpy(&value, bytes.data() + static_cast<std::size_t>(i) * sizeof(T), sizeof(T));
    values[static_cast<std::size_t>(i)] = static_cast<double>(value);
  }
  return values;
}
}  // namespace detail

/// The elements as doubles, exact for every type but i64 beyond 2^53.
inline std::vector<double> to_doubles(std::span<std::byte const> bytes, element_type type) {
  switch (type) {
    case element_type::f64: return detail::widened<double>(bytes);
    case element_type::u8: return detail::widened<u8>(bytes);
    case element_type::i32: return detail::widened<i32>(bytes);
    case element_type::i64: return detail::widened<i64>(bytes);
    default: return detail::widened<float>(bytes);
  }
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_RANDOM_INPUTS_HPP
