// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of multi_head_attention, mlp_block and transformer_block, and of sequences as users write
// them. Include an executor's header first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_ARCHITECTURE_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_ARCHITECTURE_HPP

#include <pallasbench/core/half.hpp>
#include <pallasbench/core/views.hpp>
#include <pallasbench/kernels/level3/mlp_block.hpp>
#include <pallasbench/kernels/level3/multi_head_attention.hpp>
#include <pallasbench/kernels/level3/transformer_block.hpp>

#include <cstddef>

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

 private:
  template <int... I>
  void add(extents const& dims, detail::indices<I...>) {
    auto const call = call_type::make({}, dims);
    (arrays.push_back(sequence_input<call_type, I>(call)), ...);
  }
};

/// Runs a sequence in the executor's memory, with a workspace that nothing has written.
template <class Executor, class Body, class T>
std::vector<T> run_sequence(extents const& dims, sequence_inputs<Body, T> const& in) {
  using memory = typename Executor::memory;
  auto call = call_of<Body, T>::make({}, dims);
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

TEST_CASE_TEMPLATE("multi_head_attention: extents around a block", Tiling, clamped, whole_array) {
  for (extents const& d : {extents{67, 64}, {1, 16}, {129, 48}, {0, 16}})
    check_sequence<Tiling, multi_head_attention>(f32_product, d);
}

TEST_CASE_TEMPLATE("mlp_block: extents around a block", Tiling, clamped, whole_array) {
  for (extents const& d : {extents{67, 48, 96}, {1, 1, 1}, {130, 33, 257}, {3, 5, 0}, {0, 5, 3}})
    check_sequence<Tiling, mlp_block>(f32_product, d);
}

TEST_CASE_TEMPLATE("transformer_block: extents around a block", Tiling, clamped, whole_array) {
  for (extents const& d : {extents{67, 64, 96}, {1, 16, 1}, {130, 32, 129}})
    check_sequence<Tiling, transformer_block>(f32_product, d);
}

TEST_CASE_TEMPLATE("transformer_block: 16-bit types are rounded once", Tiling, clamped,
                   whole_array) {
  check_sequence<Tiling, transformer_block, f16>({1e-3, 1e-3}, {67, 64, 96});
  check_sequence<Tiling, transformer_block, bf16>({1e-2, 1.6e-2}, {67, 64, 96});
}

TEST_CASE_TEMPLATE("mlp_block: by hand", Tiling, clamped, whole_array) {
  sequence_inputs<mlp_block, float> in(extents{1, 1, 2});
  in.arrays = {{3}, {1, -1}, {0, 1}, {2, 5}, {1}};  // hidden (3, -2), of which relu keeps 3
  check_elements(run_sequence<executor<Tiling>>({1, 1, 2}, in), {7}, exact);
}

TEST_CASE_TEMPLATE("multi_head_attention: one row attends to itself", Tiling, clamped,
                   whole_array) {
  sequence_inputs<multi_head_attention, float> in(extents{1, 16});
  std::vector<double> expected;
  for (std::size_t i = 0; i < 16; ++i) {
    in.arrays[0][i] = static_cast<float>(i);
    expected.push_back(-2 * static_cast<double>(i));
    for (std::size_t j = 0; j < 16; ++j) {  // wv doubles, wo changes the sign
      in.arrays[3][16 * i + j] = i == j ? 2 : 0;
      in.arrays[4][16 * i + j] = i == j ? -1 : 0;
    }
  }
  check_elements(run_sequence<executor<Tiling>>({1, 16}, in), expected, exact);
}

TEST_CASE_TEMPLATE("transformer_block: zero projections leave x bit for bit", Tiling, clamped,
                   whole_array) {
  extents const dims{67, 64, 96};
  sequence_inputs<transformer_block, float> in(dims);
  for (std::size_t const zeroed : {6, 11, 12})  // wo, w2, b2
    std::fill(in.arrays[zeroed].begin(), in.arrays[zeroed].end(), 0.0f);
  auto const& x = in.arrays[0];
  check_elements(run_sequence<executor<Tiling>>(dims, in), {x.begin(), x.end()}, exact);
}

TEST_CASE_TEMPLATE("sequence: refused without workspace and with wrong extents", Tiling, clamped,
                   whole_array) {
  using memory = typename executor<Tiling>::memory;
  placed_array<memory, float> const in(std::vector<float>(64), 0, poison);
  placed_array<memory, float> const out(poisoned<float>(15), 0, around_output);
  placed_array<memory, u8> const workspace(poisoned<u8>(256), 0, around_output);
  auto const accepts = [&](void* memory_between, i64 hidden) {
    return executor<Tiling>::accepts(mlp_block{}, memory_between, make_view(out.data(), 5, 3),
                                     make_view(in.data(), 5, 3), make_view(in.data(), 3, 7),
                                     make_view(in.data(), 7), make_view(in.data(), hidden, 3),
                                     make_view(in.data(), 3));
  };
  CHECK_FALSE(accepts(nullptr, 7));
  CHECK_FALSE(accepts(workspace.data(), 6));
  CHECK(out.is_unchanged());
  CHECK(accepts(workspace.data(), 7));
  CHECK(out.read()[14] == 0);
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_ARCHITECTURE_HPP
