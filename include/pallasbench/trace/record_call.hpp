// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Recording a call: record(call, name) gives the whole arrays as one program (for StableHLO),
// pallas_form(call, plan, name) the grid, the blocks and the body on blocks (for Jaxpr). Each
// pattern's skeleton is in the header of its name.
#ifndef PALLASBENCH_TRACE_RECORD_CALL_HPP
#define PALLASBENCH_TRACE_RECORD_CALL_HPP

#include <pallasbench/trace/attend.hpp>
#include <pallasbench/trace/columns.hpp>
#include <pallasbench/trace/contract.hpp>
#include <pallasbench/trace/convolve.hpp>
#include <pallasbench/trace/index.hpp>
#include <pallasbench/trace/map.hpp>
#include <pallasbench/trace/one_hot.hpp>
#include <pallasbench/trace/reversed.hpp>
#include <pallasbench/trace/reduce.hpp>
#include <pallasbench/trace/rows.hpp>
#include <pallasbench/trace/scatter.hpp>
#include <pallasbench/trace/sequence.hpp>

#include <pallasbench/trace/steps.hpp>  // last: it calls the others

#endif  // PALLASBENCH_TRACE_RECORD_CALL_HPP
