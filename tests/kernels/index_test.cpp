// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of the kernels of pattern index, on the host.
#include "support/host_executor.hpp"
// The cases run on the executor above.
#include "kernels/cases/index.hpp"
