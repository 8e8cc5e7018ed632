// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The f64 reference: the body evaluated in f64, element by element or row by row, without tiling or
// fusion, through Thrust on the device that the policy names. The arrays of the call must be
// reachable there. Inputs are read as they are stored; nothing is rounded but in f64.
#ifndef PALLASBENCH_REFERENCE_REFERENCE_HPP
#define PALLASBENCH_REFERENCE_REFERENCE_HPP

#include <pallasbench/reference/attend.hpp>
#include <pallasbench/reference/columns.hpp>
#include <pallasbench/reference/contract.hpp>
#include <pallasbench/reference/convolve.hpp>
#include <pallasbench/reference/index.hpp>
#include <pallasbench/reference/map.hpp>
#include <pallasbench/reference/one_hot.hpp>
#include <pallasbench/reference/reversed.hpp>
#include <pallasbench/reference/reduce.hpp>
#include <pallasbench/reference/rows.hpp>
#include <pallasbench/reference/scatter.hpp>
#include <pallasbench/reference/sequence.hpp>
#include <pallasbench/reference/steps.hpp>

#endif  // PALLASBENCH_REFERENCE_REFERENCE_HPP
