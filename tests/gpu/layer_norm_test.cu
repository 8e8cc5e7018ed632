// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of layer_norm and fused_layer_norm_relu, on the GPU.
#include "support/cuda_executor.cuh"
// The cases run on the executor above.
#include "kernels/cases/layer_norm.hpp"
