// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Compiler detection: the one file with compiler #ifs. PB_FN marks a function that runs on the host
// and on the device. A header below this one never asks which compiler reads it.
#ifndef PALLASBENCH_CORE_MACROS_HPP
#define PALLASBENCH_CORE_MACROS_HPP

#if defined(__CUDACC__)
#define PB_FN __host__ __device__ __forceinline__
#else
#define PB_FN inline
#endif

// Loops over a tile's elements are short and of constant length: unrolling keeps the tile in
// registers on the device; on the host the optimiser decides.
#if defined(__CUDA_ARCH__)
#define PB_UNROLL _Pragma("unroll")
#else
#define PB_UNROLL
#endif

// The upper word of a product of two u32. On the device by name: LLVM carries the words of the plain
// expression as 64-bit values to the next product and adds up its zero halves, 20 adds more in the ten
// rounds of Philox. Constant expressions take the plain one.
#if defined(__CUDA_ARCH__)
#define PB_MUL_HIGH(a, b) \
  (__builtin_is_constant_evaluated() ? PB_PLAIN_MUL_HIGH(a, b) : __umulhi(a, b))
#else
#define PB_MUL_HIGH(a, b) PB_PLAIN_MUL_HIGH(a, b)
#endif
#define PB_PLAIN_MUL_HIGH(a, b) \
  static_cast<unsigned>((static_cast<unsigned long long>(a) * (b)) >> 32)

// The architecture that device code is compiled for, as 900 for sm_90; 0 on the host.
#if defined(__CUDA_ARCH__)
#define PB_DEVICE_ARCH __CUDA_ARCH__
#else
#define PB_DEVICE_ARCH 0
#endif

// NVRTC has the mathematical functions built in and no host headers; every other compiler needs
// their declarations.
#if !defined(__CUDACC_RTC__)
#include <math.h>
#endif

// As bits, for NVRTC has neither <limits> nor GCC's builtins for them.
#define PB_INFINITY (__builtin_bit_cast(double, 0x7ff0000000000000ULL))
#define PB_NAN (__builtin_bit_cast(double, 0x7ff8000000000000ULL))

#endif  // PALLASBENCH_CORE_MACROS_HPP
