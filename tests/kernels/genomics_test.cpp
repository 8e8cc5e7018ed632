// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of the genomics kernels, on the host.
#include "support/host_executor.hpp"

#include "kernels/cases/genomics.hpp"
