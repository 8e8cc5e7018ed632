// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of the genomics kernels, on the GPU.
#include "support/cuda_executor.cuh"

#include "kernels/cases/genomics.hpp"
