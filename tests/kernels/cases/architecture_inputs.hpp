// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs of multi_head_attention, mlp_block and transformer_block, random ones and some by hand for
// cases in more than one element type. E0xx: the numbers of a catalogue of inputs that have broken
// kernels of this kind. Include an executor's header first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_ARCHITECTURE_INPUTS_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_ARCHITECTURE_INPUTS_HPP

#include <pallasbench/core/half.hpp>
#include <pallasbench/kernels/level3/mlp_block.hpp>
#include <pallasbench/kernels/level3/multi_head_attention.hpp>
#include <pallasbench/kernels/level3/transformer_block.hpp>

#include <cstddef>

#include "support/literals.hpp"
#include "support/run_call.hpp"

namespace pb::test {

/// A sequence's inputs in order, Normal(0, 1), matrices scaled by their fan-in.
template <class Call, int I>
std::vector<typename Call::element> sequence_input(Call const& call) {
  using T = typename Call::element;
  extents const shape = call.template input_shape<I>();
  bool const is_matrix = operand_of<decltype(call.body), I> == operand::matrix;
  double const deviation = is_matrix ? 1 / std::sqrt(double(max_of(shape[0], 1))) : 1;
  return random_values<T>(shape.count(), I, std::normal_distribution<double>(0, deviation));
}

template <class Body, class T>
struct sequence_inputs {
  using call_type = call_of<Body, T>;
  static constexpr int count = call_type::inputs;
  std::vector<std::vector<T>> arrays;

  explicit sequence_inputs(extents const& dims) { add(dims, detail::make_indices<count>{}); }

  /// The same arrays, all zero.
  static sequence_inputs zeros(extents const& dims) {
    sequence_inputs in;
    in.add_zeros(dims, detail::make_indices<count>{});
    return in;
  }

 private:
  sequence_inputs() = default;
  template <int... I>
  void add(extents const& dims, detail::indices<I...>) {
    auto const call = call_type::make({}, dims);
    (arrays.push_back(sequence_input<call_type, I>(call)), ...);
  }

  template <int... I>
  void add_zeros(extents const& dims, detail::indices<I...>) {
    auto const call = call_type::make({}, dims);
    (arrays.emplace_back(static_cast<std::size_t>(call.template input_shape<I>().count()), T(0)),
     ...);
  }
};

/// Runs a sequence in the executor's memory, with a workspace that nothing has written.
template <class Executor, class Body, class T>
std::vector<T> run_sequence(extents const& dims, sequence_inputs<Body, T> const& in,
                            Body const& body = {}) {
  using memory = typename Executor::memory;
  auto call = call_of<Body, T>::make(body, dims);
  std::vector<placed_array<memory, T>> inputs;
  for (auto const& array : in.arrays) inputs.emplace_back(array, 0, poison);
  for (int i = 0; i < call.inputs; ++i) call.in[i] = inputs[static_cast<std::size_t>(i)].data();
  placed_array<memory, T> const out(poisoned<T>(call.output_shape().count()), 0, around_output);
  i64 const bytes = call.template plan_for<clamped>().workspace_bytes;
  placed_array<memory, u8> const workspace(poisoned<u8>(bytes), 0, around_output);
  call.out = out.data();
  call.workspace = workspace.data();
  Executor::run(call);
  workspace.read();  // fails where something was written around it
  for (auto const& input : inputs) CHECK(input.is_unchanged());
  return out.read();
}

template <class Tiling, class Body, class T = float>
void check_sequence(tolerance tol, extents const& dims) {
  sequence_inputs<Body, T> const in(dims);
  auto call = call_of<Body, T>::make({}, dims);
  for (int i = 0; i < call.inputs; ++i) call.in[i] = in.arrays[static_cast<std::size_t>(i)].data();
  std::vector<double> expected(static_cast<std::size_t>(call.output_shape().count()));
  executor<Tiling>::evaluate_reference(call, expected.data());
  check_elements(run_sequence<executor<Tiling>>(dims, in), expected, tol);
}

using multi_head_attention = kernels::multi_head_attention::body;
using mlp_block = kernels::mlp_block::body;
using transformer_block = kernels::transformer_block::body;

/// Where the inputs of multi_head_attention lie in its list.
struct mha_input { enum : std::size_t { x, wq, wk, wv, wo }; };
/// The same of transformer_block.
struct block_input {
  enum : std::size_t { x, gamma1, beta1, wq, wk, wv, wo, gamma2, beta2, w1, b1, w2, b2 };
};

template <class T>
void set_identity(std::vector<T>& matrix, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) matrix[i * size + i] = T(1);
}

/// Sets one row of a matrix of `columns` columns to `value`.
template <class T>
void set_row(std::vector<T>& matrix, std::size_t row, std::size_t columns, double value) {
  std::fill_n(matrix.begin() + static_cast<std::ptrdiff_t>(row * columns), columns, T(value));
}

/// Row lengths of 16 heads, with a number of rows.
struct rows_of_heads { i64 rows, columns; };
inline constexpr rows_of_heads off_the_tile[] = {
    {1, 16 * 8}, {65, 16 * 63}, {127, 16 * 64}, {129, 16 * 80}};

/// E080: queries of zero, keys j % 3 and values of one. Index is where the kernel's inputs lie.
template <class Index, class Body, class T>
sequence_inputs<Body, T> even_weights(extents const& dims) {
  auto in = sequence_inputs<Body, T>::zeros(dims);
  std::size_t const columns = static_cast<std::size_t>(dims[1]);
  for (std::size_t j = 0; j < in.arrays[Index::x].size() / columns; ++j)
    in.arrays[Index::x][j * columns] = T(j % 3);
  set_row(in.arrays[Index::wk], 0, columns, 1);
  set_row(in.arrays[Index::wv], 1, columns, 1);
  set_identity(in.arrays[Index::wo], columns);
  return in;
}

template <class Tiling, class T>
void check_mha_off_the_tile(tolerance tol) {
  for (auto const& [rows, columns] : off_the_tile) {
    CAPTURE(rows);
    extents const dims{rows, columns};
    auto in = even_weights<mha_input, multi_head_attention, T>(dims);
    for (std::size_t j = 1; j < in.arrays[0].size(); j += static_cast<std::size_t>(columns))
      in.arrays[0][j] = T(1);
    std::vector<double> const ones(in.arrays[0].size(), 1);
    check_elements(run_sequence<executor<Tiling>>(dims, in), ones, tol);
  }
}

/// The same behind a layer norm that keeps something of the first column and gives 1 in the second.
/// The MLP adds nothing.
template <class Tiling, class T>
void check_block_off_the_tile(tolerance tol) {
  for (auto const& [rows, columns] : off_the_tile) {
    CAPTURE(rows);
    extents const dims{rows, columns, 1};
    auto in = even_weights<block_input, transformer_block, T>(dims);
    in.arrays[block_input::gamma1][0] = in.arrays[block_input::beta1][1] = T(1);
    std::vector<double> y;
    for (T const x : in.arrays[0]) y.push_back(static_cast<double>(x) + 1);
    check_elements(run_sequence<executor<Tiling>>(dims, in), y, tol);
  }
}

/// E084: one hidden feature of 40 and one of -40.
template <class Tiling, class T>
void check_large_hidden() {
  extents const dims{1, 1, 2};
  auto in = sequence_inputs<mlp_block, T>::zeros(dims);
  in.arrays = {as<T>({1}), as<T>({40, -40}), as<T>({0, 0}), as<T>({1, 1}), as<T>({0.5})};
  check_elements(run_sequence<executor<Tiling>>(dims, in), {40.5}, exact);
}

/// The same behind a layer norm that gives ones, with nothing from attention.
template <class Tiling, class T>
void check_large_hidden_of_block() {
  constexpr std::size_t columns = 16;
  extents const dims{1, columns, 2};
  auto in = sequence_inputs<transformer_block, T>::zeros(dims);
  for (auto const ones : {block_input::x, block_input::beta2, block_input::w2})
    std::fill(in.arrays[ones].begin(), in.arrays[ones].end(), T(1));
  in.arrays[block_input::w1][0] = T(40);
  in.arrays[block_input::w1][1] = T(-40);
  std::fill(in.arrays[block_input::b2].begin(), in.arrays[block_input::b2].end(), T(0.5));
  check_elements(run_sequence<executor<Tiling>>(dims, in), std::vector<double>(columns, 41.5),
                 exact);
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_ARCHITECTURE_INPUTS_HPP
