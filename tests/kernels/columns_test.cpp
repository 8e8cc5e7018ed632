// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of col_sum and batch_norm_1d, on the host.
#include "support/host_executor.hpp"

#include "kernels/cases/columns.hpp"
