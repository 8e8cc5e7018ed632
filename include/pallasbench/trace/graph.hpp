// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// A recorded program as plain data: single assignment, operands before users. tracer.hpp appends to
// it while a body runs; jaxpr.hpp and stablehlo.hpp print it. Nothing here knows a kernel.
#ifndef PALLASBENCH_TRACE_GRAPH_HPP
#define PALLASBENCH_TRACE_GRAPH_HPP

#include <pallasbench/core/element.hpp>
#include <pallasbench/core/opcode.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace pb::trace {

using shape_t = std::vector<i64>;

/// What a node computes. Elementwise arithmetic is `map` with an opcode; the rest are structural,
/// as patterns need them. Attributes are named after StableHLO's.
enum class node_kind {
  input,       // value = input number
  constant,    // scalar `value`, shape {}
  program_id,  // this block's number along grid axis dims[0]: i32, shape {}; 0 in a grid of one
  iota,        // counts 0, 1, 2, ... along dimension dims[0]
  map,         // opcode; 1 to 3 operands of the node's shape, or of shape {} (broadcast implicitly)
  convert,     // element type change to `type` (float -> int truncates)
  reduce,      // opcode (add, max, min) over dims, which are removed
  broadcast,   // broadcast_in_dim: operand's dimension i becomes result dimension dims[i]
  reshape,     // same elements in the same order, new shape
  transpose,   // result dimension i is the operand's dimension dims[i]
  reverse,     // element order reversed along each of dims
  pad,         // `value` added: dims[i] elements before and limits[i] after dimension i
  slice,       // start = dims, limit = limits, strides 1
  dot,         // [..., M,K] x [..., K,N] -> [..., M,N], equal leading dimensions (a batch);
               // accumulated in the result type
  gather,      // table[V] or table[V,D], integer index of any shape, in range:
               // result [index shape..., D] = table[index]
  scatter      // base[V], integer index[N], updates[N]: base with updates combined by opcode (add)
               // at index; duplicates accumulate, an index outside [0, V) drops its update
};

struct node {
  node_kind kind;
  opcode op = opcode::none;        // map, reduce, scatter
  std::vector<int> operands = {};  // node numbers, all smaller than this node's
  element_type type;
  shape_t shape = {};
  double value = 0;     // constant and pad: the value (may be infinite or NaN); input: number
  shape_t dims = {};    // as the kind says
  shape_t limits = {};  // slice, pad
};

/// A program with one result.
struct graph {
  std::string name;
  std::vector<node> nodes;
  int num_inputs = 0;  // nodes[0 .. num_inputs) are the inputs, in order
  int result = -1;
  shape_t block_of = {};  // the array that tiles are blocks of, along the grid's axes; empty: tiles
                          // are whole arrays
  int reduced_axis = 1;  // what the tracer's row words run along: 0 in a body that sees columns

  int append(node n) {
    nodes.push_back(static_cast<node&&>(n));
    return static_cast<int>(nodes.size()) - 1;
  }
};

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_GRAPH_HPP
