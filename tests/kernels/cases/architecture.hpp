// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of multi_head_attention, mlp_block and transformer_block, and of sequences as users write
// them; those of 16-bit types are in edge_architecture.hpp. E0xx in a name: the numbers of a
// catalogue of inputs that have broken kernels of this kind. Include an executor's header first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_ARCHITECTURE_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_ARCHITECTURE_HPP

#include <pallasbench/core/views.hpp>
#include <pallasbench/ops/gelu.hpp>

#include "kernels/cases/architecture_inputs.hpp"
#include "support/run_call.hpp"

namespace pb::test {

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

/// A body whose step S, attention, is of other than 16 heads.
template <int S, class Body>
Body with_heads(int heads) {
  Body body;
  static_cast<detail::slot<S, typename Body::template step_type<S>>&>(body.steps).value.op.heads =
      heads;
  return body;
}

/// Rows that a norm may turn to NaN, `times` side by side.
inline std::vector<float> rows_of_constants(int times) {
  std::vector<float> x;
  auto const add = [&](std::vector<float> const& row) {
    for (int i = 0; i < times; ++i) x.insert(x.end(), row.begin(), row.end());
  };
  add({2000.5f, 1999.25f, 2001, 1998.75f});
  add({7, 7, 7, 7});
  add({0, 0, 0, 0});
  return x;
}

TEST_CASE_TEMPLATE("E085 transformer_block: the residual path with zero weights", Tiling, clamped,
                   whole_array) {
  for (int const heads : {4, 16}) {
    extents const dims{3, heads, 8};
    sequence_inputs<transformer_block, float> in(dims);
    auto const x = rows_of_constants(heads / 4);
    in.arrays[block_input::x] = x;
    for (auto const zeroed : {block_input::wo, block_input::w2, block_input::b2})
      std::fill(in.arrays[zeroed].begin(), in.arrays[zeroed].end(), 0.0f);
    auto const body = with_heads<4, transformer_block>(heads);
    check_elements(run_sequence<executor<Tiling>>(dims, in, body), {x.begin(), x.end()}, exact);
  }
}

// One tiling is enough of the widest rows, which take the host a while.
TEST_CASE("E080 multi_head_attention: lengths off the tile") {
  check_mha_off_the_tile<clamped, float>({1e-6, 0});
}

TEST_CASE("E080 transformer_block: lengths off the tile") {
  check_block_off_the_tile<clamped, float>({1e-6, 0});
}

TEST_CASE_TEMPLATE("E082 multi_head_attention: the first keys have no weight", Tiling, clamped,
                   whole_array) {
  // x[j] = (-3e38 of the keys that are masked, j, 1, 0, ...): doubled, the first is a key of -inf.
  constexpr std::size_t rows = 192, size = 8, columns = 16 * size;
  extents const dims{rows, columns};
  auto in = sequence_inputs<multi_head_attention, float>::zeros(dims);
  for (std::size_t j = 0; j < rows; ++j) {
    float* const x = &in.arrays[mha_input::x][j * columns];
    x[0] = j < 128 ? -3e38f : 0;
    x[1] = static_cast<float>(j);
    x[2] = 1;
  }
  for (std::size_t h = 0; h < columns; h += size) {
    in.arrays[mha_input::wk][h] = 2;
    in.arrays[mha_input::wq][2 * columns + h] = 1;
  }
  set_row(in.arrays[mha_input::wv], 1, columns, 1);
  set_identity(in.arrays[mha_input::wo], columns);
  check_elements(run_sequence<executor<Tiling>>(dims, in),
                 std::vector<double>(rows * columns, 159.5), f32_rounding);
}

TEST_CASE_TEMPLATE("E083 multi_head_attention: one row of heads of size 8", Tiling, clamped,
                   whole_array) {
  // The kernel has no batch. More heads than 65535 are in attention.hpp.
  constexpr std::size_t columns = 16 * 8;
  extents const dims{1, columns};
  auto in = sequence_inputs<multi_head_attention, float>::zeros(dims);
  for (std::size_t i = 0; i < columns; ++i)
    in.arrays[mha_input::x][i] = static_cast<float>((8192 * 8 + i / 8) % 64);
  for (auto const w : {mha_input::wq, mha_input::wk, mha_input::wv, mha_input::wo})
    set_identity(in.arrays[w], columns);
  auto const& x = in.arrays[mha_input::x];
  check_elements(run_sequence<executor<Tiling>>(dims, in), {x.begin(), x.end()}, exact);
}

TEST_CASE_TEMPLATE("E083 matmul: batch times heads rows above 65535", Tiling, clamped,
                   whole_array) {
  constexpr i64 rows = 8193 * 8, size = 8;
  std::vector<float> a, identity(size * size, 0.0f);
  for (i64 row = 0; row < rows; ++row) a.insert(a.end(), size, static_cast<float>(row % 64));
  set_identity(identity, size);
  check_values<executor<Tiling>>({a.begin(), a.end()}, exact, ops::matmul{}, {rows, size, size}, a,
                                 identity);
}

TEST_CASE_TEMPLATE("E084 mlp_block: a large pre-activation", Tiling, clamped, whole_array) {
  check_large_hidden<Tiling, float>();
  // The kernel's activation is relu; gelu of either form gives the same.
  std::vector<float> const x{1}, w1{40, -40}, b1{0, 0};
  auto const check = [&](auto const& hidden) {
    check_values<executor<Tiling>>({40, 0}, exact, hidden, {1, 1, 2}, x, w1, b1);
  };
  check(ops::matmul{} | ops::bias{} | ops::gelu{});
  check(ops::matmul{} | ops::bias{} | ops::gelu_erf{});
}

TEST_CASE_TEMPLATE("E084 transformer_block: a large pre-activation", Tiling, clamped,
                   whole_array) {
  check_large_hidden_of_block<Tiling, float>();
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
