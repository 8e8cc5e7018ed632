// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The version of the library. This is the only place that says it; CMake reads it from here.
#ifndef PALLASBENCH_VERSION_HPP
#define PALLASBENCH_VERSION_HPP

#define PALLASBENCH_VERSION_MAJOR 0
#define PALLASBENCH_VERSION_MINOR 1
#define PALLASBENCH_VERSION_PATCH 0
#define PALLASBENCH_VERSION_STRING "0.1.0"

#endif  // PALLASBENCH_VERSION_HPP
