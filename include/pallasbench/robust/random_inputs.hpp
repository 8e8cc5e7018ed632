// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs of a problem: functions of (recipe, input number, element number) and of the array's shape
// alone, so that a record's inputs can be made again on any machine.
#ifndef PALLASBENCH_ROBUST_RANDOM_INPUTS_HPP
#define PALLASBENCH_ROBUST_RANDOM_INPUTS_HPP

#include <pallasbench/core/half.hpp>
#include <pallasbench/core/philox.hpp>
#include <pallasbench/robust/arrays.hpp>
#include <pallasbench/robust/problem.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <numbers>
#include <span>
#include <string_view>
#include <vector>

namespace pb::robust {

/// The arrays of one trial. `scale` multiplies the main inputs where problem::has_scaled_inputs(): a
/// trial at 30 shows a missing shift by the maximum, one at 1e-3 a missing eps. A `ramp` gives them
/// a mean that grows along rows and columns: a mean over all shows which half or column was taken.
struct trial_recipe {
  u64 seed = 0;
  double scale = 1;
  bool ramp = false;
};

namespace detail {

/// Uniform in (0, 1].
inline double unit_interval(u32 word) { return (double(word) + 1.0) / 4294967296.0; }

/// Four draws of Normal(0, 1), by Box and Muller.
struct four_normals {
  double of[4];

  explicit four_normals(philox_block const& draw) {
    for (int pair = 0; pair < 4; pair += 2) {
      double const radius = std::sqrt(-2.0 * std::log(unit_interval(draw.word[pair])));
      double const angle = 2.0 * std::numbers::pi * unit_interval(draw.word[pair + 1]);
      of[pair] = radius * std::cos(angle);
      of[pair + 1] = radius * std::sin(angle);
    }
  }
};

/// A row number of a table, as likely counted from the end as from the start; one in eight is out of
/// range on a small table, none on a large one, whose lookups are timed.
inline i32 index_draw(philox_block const& draw, i64 table_rows) {
  i64 const beyond = table_rows < 1000 ? table_rows / 8 + 1 : 0;
  u64 const span = static_cast<u64>(2 * (table_rows + beyond));
  u64 const word = u64(draw.word[0]) << 32 | draw.word[1];
  return static_cast<i32>(static_cast<i64>(word % span) - table_rows - beyond);
}

/// A column number, or one time in sixteen -100, which losses ignore. With `strays`, one in sixteen
/// lies beyond the columns.
inline i32 label_draw(philox_block const& draw, i64 columns, bool strays) {
  u32 const kind = draw.word[2] % 16;
  if (kind == 0) return -100;
  if (columns == 0 || (kind == 1 && strays)) return static_cast<i32>(columns);
  u64 const word = u64(draw.word[0]) << 32 | draw.word[1];
  return static_cast<i32>(word % static_cast<u64>(columns));
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

/// make(T{}) for the element type T of a floating-point array.
template <class Make>
array_bytes with_float_type(array_spec const& spec, Make const& make) {
  switch (spec.type) {
    case element_type::f16: return make(f16{});
    case element_type::bf16: return make(bf16{});
    case element_type::f64: return make(double{});
    default: return make(float{});
  }
}

/// value(i, normal) for every element i, rounded to the array's type; the normals of elements 4 b to
/// 4 b + 3 are made from draw(b).
template <class Draw, class Value>
array_bytes generate_from_normals(array_spec const& spec, Draw const& draw, Value const& value) {
  return with_float_type(spec, [&]<class T>(T) {
    i64 const count = spec.count();
    array_bytes bytes(static_cast<std::size_t>(count) * sizeof(T));
#pragma omp parallel for schedule(static)
    for (i64 b = 0; b < (count + 3) / 4; ++b) {
      four_normals const normals(draw(b));
      for (i64 i = 4 * b; i < std::min(count, 4 * b + 4); ++i) {
        T const element = static_cast<T>(value(i, normals.of[i % 4]));
        std::memcpy(bytes.data() + static_cast<std::size_t>(i) * sizeof(T), &element, sizeof(T));
      }
    }
    return bytes;
  });
}

/// The products that an output sums over this input, if it holds weights; else 1.
inline i64 fan_in(array_spec const& spec) {
  if (spec.role == operand::matrix) return spec.shape[0];
  return spec.role == operand::filters ? spec.shape[1] * spec.shape[2] : 1;
}

inline bool is_scaled(problem const& p, array_spec const& spec) {
  return spec.role == operand::tile && p.has_scaled_inputs();
}

/// The ramp's height: it grows along an array's first axis and its last, from 0.25 to 2.25.
inline double ramp(i64 i, array_spec const& spec) {
  i64 const columns = spec.shape.back();
  return 0.25 + double(i) / double(spec.count()) + double(i % columns) / double(columns);
}

}  // namespace detail

/// Input `number` of a trial. Normal(0, 1), or on a ramp Normal(1, 1) times its height, times the
/// recipe's scale; a matrix or filters are Normal(0, 1 / fan_in), so that products are of order 1.
inline array_bytes random_input(problem const& p, std::size_t number, trial_recipe const& recipe) {
  array_spec const& spec = p.inputs[number];
  auto const draw = [&](i64 i) {
    return philox_at(recipe.seed, static_cast<u32>(number), i);
  };
  switch (spec.role) {
    case operand::index: {
      i64 const rows = p.index_bound();
      return detail::generate<i32>(spec.count(),
                                   [&](i64 i) { return detail::index_draw(draw(i), rows); });
    }
    case operand::label: {
      // A stray label makes its row's loss NaN, and a mean over it too, whatever the other rows.
      i64 const columns = p.inputs[0].shape[1];
      bool const strays = p.pattern == pattern_kind::rows && columns < 1000;
      return detail::generate<i32>(
          spec.count(), [&](i64 i) { return detail::label_draw(draw(i), columns, strays); });
    }
    case operand::bases:
      return detail::generate<u8>(spec.count(), [&](i64 i) { return detail::base_draw(draw(i)); });
    default: {
      double const weight_scale = 1.0 / std::sqrt(double(detail::fan_in(spec)));
      bool const is_scaled = detail::is_scaled(p, spec);
      double const scale = weight_scale * (is_scaled ? recipe.scale : 1.0);
      bool const grows = is_scaled && recipe.ramp;
      return detail::generate_from_normals(spec, draw, [&](i64 i, double normal) {
        return scale * (grows ? detail::ramp(i, spec) * (1 + normal) : normal);
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

using byte_span = std::span<std::byte const>;

inline std::vector<byte_span> spans_of(std::vector<array_bytes> const& arrays) {
  return {arrays.begin(), arrays.end()};
}

inline std::vector<void const*> pointers_to(std::vector<byte_span> const& arrays) {
  std::vector<void const*> pointers;
  for (auto const& array : arrays) pointers.push_back(array.data());
  return pointers;
}

namespace detail {
template <class T>
doubles widened(byte_span bytes) {
  doubles values(bytes.size() / sizeof(T));
#pragma omp parallel for schedule(static)
  for (i64 i = 0; i < static_cast<i64>(values.size()); ++i) {
    T value;
    std::memcpy(&value, bytes.data() + static_cast<std::size_t>(i) * sizeof(T), sizeof(T));
    values[static_cast<std::size_t>(i)] = static_cast<double>(value);
  }
  return values;
}

template <class T>
array_bytes as_floats(byte_span bytes) {
  return generate<float>(static_cast<i64>(bytes.size() / sizeof(T)), [&](i64 i) {
    T value;
    std::memcpy(&value, bytes.data() + static_cast<std::size_t>(i) * sizeof(T), sizeof(T));
    return static_cast<float>(value);
  });
}
}  // namespace detail

/// The elements as doubles, exact for every type but i64 beyond 2^53.
inline doubles to_doubles(byte_span bytes, element_type type) {
  switch (type) {
    case element_type::f64: return detail::widened<double>(bytes);
    case element_type::f16: return detail::widened<f16>(bytes);
    case element_type::bf16: return detail::widened<bf16>(bytes);
    case element_type::u8: return detail::widened<u8>(bytes);
    case element_type::i32: return detail::widened<i32>(bytes);
    case element_type::i64: return detail::widened<i64>(bytes);
    default: return detail::widened<float>(bytes);
  }
}

/// The inputs as the reference takes them: 16-bit floating-point types widened to f32, the others as
/// they are. Refers to them.
class widened_inputs {
 public:
  widened_inputs(problem const& p, std::vector<array_bytes> const& inputs) {
    made_.reserve(inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      element_type const type = p.inputs[i].type;
      if (type == element_type::f16)
        arrays_.push_back(made_.emplace_back(detail::as_floats<f16>(inputs[i])));
      else if (type == element_type::bf16)
        arrays_.push_back(made_.emplace_back(detail::as_floats<bf16>(inputs[i])));
      else
        arrays_.push_back(inputs[i]);
    }
  }

  std::vector<byte_span> const& arrays() const { return arrays_; }
  std::vector<void const*> pointers() const { return pointers_to(arrays_); }

 private:
  std::vector<array_bytes> made_;
  std::vector<byte_span> arrays_;
};

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_RANDOM_INPUTS_HPP
