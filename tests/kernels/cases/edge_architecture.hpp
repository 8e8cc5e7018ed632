// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cases of multi_head_attention, mlp_block and transformer_block in 16-bit types. E0xx: the numbers
// of a catalogue of inputs that have broken kernels of this kind. Include an executor's header
// first.
#ifndef PALLASBENCH_TESTS_KERNELS_CASES_EDGE_ARCHITECTURE_HPP
#define PALLASBENCH_TESTS_KERNELS_CASES_EDGE_ARCHITECTURE_HPP

#include "kernels/cases/architecture_inputs.hpp"

namespace pb::test {

TEST_CASE_TEMPLATE("transformer_block: 16-bit types are rounded once", Tiling, clamped,
                   whole_array) {
  check_sequence<Tiling, transformer_block, f16>({1e-3, 1e-3}, {67, 64, 96});
  check_sequence<Tiling, transformer_block, bf16>({1e-2, 1.6e-2}, {67, 64, 96});
}

// One tiling is enough of the widest rows, which take the host a while.
TEST_CASE("E080 multi_head_attention: f16 lengths off the tile") {
  check_mha_off_the_tile<clamped, f16>({0x1p-10, 0});
}

TEST_CASE("E080 transformer_block: f16 lengths off the tile") {
  check_block_off_the_tile<clamped, f16>({0x1p-9, 0});  // outputs up to 3
}

inline constexpr std::size_t head_size = 64, head_columns = 16 * head_size;

/// E081: two rows of +-magnitude that differ in their first two columns, of mean zero. Projected,
/// rows of +-1 give queries of 64 in both, keys of 64 in the first and of 32 in the second, and
/// values (1, 0, ...) and (0, 1, 0, ...), in each head.
template <class Index, class Body>
sequence_inputs<Body, f16> large_scores(extents const& dims, double magnitude) {
  auto in = sequence_inputs<Body, f16>::zeros(dims);
  auto& x = in.arrays[Index::x];
  for (std::size_t i = 0; i < 2 * head_columns; ++i)
    x[i] = f16(i % 2 == 0 ? magnitude : -magnitude);
  std::swap(x[head_columns], x[head_columns + 1]);
  set_row(in.arrays[Index::wq], 2, head_columns, 64);
  set_row(in.arrays[Index::wk], 2, head_columns, 48);
  set_row(in.arrays[Index::wk], 0, head_columns, 16);
  auto& wv = in.arrays[Index::wv];
  for (std::size_t h = 0; h < head_columns; h += head_size) {
    wv[h] = wv[2 * head_columns + h] = wv[2 * head_columns + h + 1] = f16(0.5);
    wv[h + 1] = f16(-0.5);
  }
  set_identity(in.arrays[Index::wo], head_columns);
  return in;
}

/// Two rows of what attention gives there: all weight on the first key.
inline std::vector<double> first_values() {
  std::vector<double> o(2 * head_columns, 0);
  for (std::size_t i = 0; i < o.size(); i += head_size) o[i] = 1;
  return o;
}

TEST_CASE_TEMPLATE("E081 multi_head_attention: f16 scores beyond 65504", Tiling, clamped,
                   whole_array) {
  extents const dims{2, head_columns};
  auto const in = large_scores<mha_input, multi_head_attention>(dims, 1);
  check_elements(run_sequence<executor<Tiling>>(dims, in), first_values(), exact);
}

TEST_CASE_TEMPLATE("E081 transformer_block: f16 scores beyond 65504", Tiling, clamped,
                   whole_array) {
  extents const dims{2, head_columns, 1};
  auto in = large_scores<block_input, transformer_block>(dims, 16);
  auto& gamma = in.arrays[block_input::gamma1];
  std::fill(gamma.begin(), gamma.end(), f16(1));
  auto y = first_values();  // on top of the residual
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] += static_cast<double>(in.arrays[block_input::x][i]);
  check_elements(run_sequence<executor<Tiling>>(dims, in), y, exact);
}

TEST_CASE_TEMPLATE("E084 mlp_block: a large pre-activation in bf16", Tiling, clamped,
                   whole_array) {
  check_large_hidden<Tiling, bf16>();
}

TEST_CASE_TEMPLATE("E084 transformer_block: a large pre-activation in bf16", Tiling, clamped,
                   whole_array) {
  check_large_hidden_of_block<Tiling, bf16>();
}

TEST_CASE_TEMPLATE("E062 transformer_block: the residual sum is not rounded before the statistics",
                   Tiling, clamped, whole_array) {
  // Attention adds 1, 0, 1, 0, ... to 256, and the MLP 64 times what is positive in the second
  // norm: nothing, had 257 become 256.
  constexpr std::size_t columns = 16;
  extents const dims{2, columns, columns};
  auto in = sequence_inputs<transformer_block, bf16>::zeros(dims);
  auto& x = in.arrays[block_input::x];
  std::fill(x.begin(), x.end(), bf16(256));
  in.arrays[block_input::beta1][0] = bf16(1);
  for (std::size_t c = 0; c < columns; c += 2) in.arrays[block_input::wv][c] = bf16(1);
  auto& gamma = in.arrays[block_input::gamma2];
  std::fill(gamma.begin(), gamma.end(), bf16(1));
  set_identity(in.arrays[block_input::wo], columns);
  set_identity(in.arrays[block_input::w1], columns);
  for (std::size_t c = 0; c < columns; ++c)
    in.arrays[block_input::w2][c * columns + c] = bf16(64);
  std::vector<double> y(2 * columns, 256);
  for (std::size_t i = 0; i < y.size(); i += 2) y[i] = 257 + 64 * 0.999980001;
  check_elements(run_sequence<executor<Tiling>>(dims, in), y, rounding_of<bf16>);
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_KERNELS_CASES_EDGE_ARCHITECTURE_HPP
