// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The edge cases of losses in 16-bit types, on the GPU.
#include "support/cuda_executor.cuh"
// The cases run on the executor above.
#include "kernels/cases/edge_losses.hpp"
