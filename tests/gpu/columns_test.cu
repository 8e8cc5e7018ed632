// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of col_sum and batch_norm_1d, on the GPU.
#include "support/cuda_executor.cuh"

#include "kernels/cases/columns.hpp"
