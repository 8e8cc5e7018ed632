// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA executor of pattern contract: blocks of the product in shared-memory steps of k, a micro-tile of
// accumulators a thread, f32 multiply-adds. The prologue is applied as a enters shared memory, the
// epilogue as accumulators leave.
#ifndef PALLASBENCH_PATTERNS_CONTRACT_CONTRACT_CUDA_CUH
#define PALLASBENCH_PATTERNS_CONTRACT_CONTRACT_CUDA_CUH

#include <pallasbench/core/device.cuh>
#include <pallasbench/patterns/contract/contract.hpp>

namespace pb::cuda {

namespace detail {

/// A block's step of k in shared memory. Elements outside the arrays are zero on both sides, whatever
/// the prologue makes of zero, so that they add nothing.
template <class C, tiling::contract_tiling Tiling>
struct contract_stage {
  C a[Tiling.block_k][Tiling.block_m + 4];  // (k, m): padded, or the transposed stores would collide
  C b[Tiling.block_k][Tiling.block_n];      // (k, n)

  template <class Call>
  __device__ __forceinline__ void load(Call const& call, i64 m0, i64 n0, i64 k0) {
    constexpr int threads = Tiling.threads_per_block();
    PB_UNROLL
    for (int e = 0; e < Tiling.block_m * Tiling.block_k; e += threads) {
      int const i = (e + int(threadIdx.x)) / Tiling.block_k;
      int const k = (e + int(threadIdx.x)) % Tiling.block_k;
      bool const inside = m0 + i < call.m && k0 + k < call.k;
      a[k][i] = inside ? left_element<C>(call, m0 + i, k0 + k) : C(0);
    }
    PB_UNROLL
    for (int e = 0; e < Tiling.block_n * Tiling.block_k; e += threads) {
      int const k = (e + int(threadIdx.x)) / Tiling.block_n;
      int const j = (e + int(threadIdx.x)) % Tiling.block_n;
      bool const inside = n0 + j < call.n && k0 + k < call.k;
      b[k][j] = inside ? right_element<C>(call, k0 + k, n0 + j) : C(0);
    }
  }
};

template <tiling::contract_tiling Tiling, class Call, class Stage>
__device__ __forceinline__ void contract_block(Call const& call, i64 m0, i64 n0, Stage& stage) {
  using T = typename Call::output_type;
  using C = compute_t<T>;
  constexpr int TM = Tiling.thread_m;
  constexpr int TN = Tiling.thread_n;
  int const i0 = int(threadIdx.x) / (Tiling.block_n / TN) * TM;
  int const j0 = int(threadIdx.x) % (Tiling.block_n / TN) * TN;
  C sum[TM][TN] = {};
  for (i64 k0 = 0; k0 < call.k; k0 += Tiling.block_k) {
    stage.load(call, m0, n0, k0);
    __syncthreads();
    PB_UNROLL
    for (int k = 0; k < Tiling.block_k; ++k) {
      PB_UNROLL
      for (int i = 0; i < TM; ++i)
        PB_UNROLL
        for (int j = 0; j < TN; ++j) sum[i][j] += stage.a[k][i0 + i] * stage.b[k][j0 + j];
    }
    __syncthreads();
  }
  PB_UNROLL
  for (int i = 0; i < TM; ++i) {
    PB_UNROLL
    for (int j = 0; j < TN; ++j) {
      i64 const m = m0 + i0 + i;
      i64 const n = n0 + j0 + j;
      if (m < call.m && n < call.n)
        call.out[m * call.n + n] = static_cast<T>(product_element<C>(call, sum[i][j], m, n));
    }
  }
}

}  // namespace detail

template <class Body, class T>
__global__ void __launch_bounds__(tiling::select_contract().threads_per_block())
    contract_kernel(__grid_constant__ contract_call<Body, T> const call) {
  constexpr auto tiles = tiling::select_contract();
  __shared__ detail::contract_stage<compute_t<T>, tiles> stage;
  i64 const columns = ceil_div(call.n, tiles.block_n);
  i64 const blocks = ceil_div(call.m, tiles.block_m) * columns;
  for (i64 b = blockIdx.x; b < blocks; b += gridDim.x) {
    detail::contract_block<tiles>(call, b / columns * tiles.block_m,
                                                  b % columns * tiles.block_n, stage);
  }
}

}  // namespace pb::cuda

#endif  // PALLASBENCH_PATTERNS_CONTRACT_CONTRACT_CUDA_CUH
