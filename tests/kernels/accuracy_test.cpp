// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of means, squares and long rows, on the host.
#include "support/host_executor.hpp"
// The cases run on the executor above.
#include "kernels/cases/accuracy.hpp"
