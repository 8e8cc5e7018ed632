// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Graphs written by hand, node by node, for the printers' tests: no tracer, no kernel. A builder
// whose methods each append one node, and a few whole programs.
#ifndef PALLASBENCH_TESTS_TRACE_SAMPLE_GRAPHS_HPP
#define PALLASBENCH_TESTS_TRACE_SAMPLE_GRAPHS_HPP

#include <pallasbench/trace/graph.hpp>

#include <string>
#include <utility>
#include <vector>

namespace pb::trace::samples {

/// Appends nodes to a graph; every method returns the new node's number.
class builder {
public:
  explicit builder(std::string name) { graph_.name = std::move(name); }

  int input(element_type type, shape_t shape) {
    return add({.kind = node_kind::input,
                .type = type,
                .shape = std::move(shape),
                .value = static_cast<double>(graph_.num_inputs++)});
  }
  int constant(double value, element_type type = element_type::f32) {
    return add({.kind = node_kind::constant, .type = type, .value = value});
  }
  int program_id(i64 axis) {
    return add({.kind = node_kind::program_id, .type = element_type::i32, .dims = {axis}});
  }
  int iota(element_type type, shape_t shape, i64 dim) {
    return add({.kind = node_kind::iota, .type = type, .shape = std::move(shape), .dims = {dim}});
  }
  /// Shape of the operand of highest rank; type of the last operand, or boolean for comparisons.
  int map(opcode op, std::vector<int> operands) {
    bool const is_test = (op >= opcode::less && op <= opcode::not_equal) || op == opcode::is_finite;
    auto const type = is_test ? element_type::boolean : at(operands.back()).type;
    shape_t shape;
    for (int const o : operands)
      if (at(o).shape.size() >= shape.size()) shape = at(o).shape;
    return add({.kind = node_kind::map,
                .op = op,
                .operands = std::move(operands),
                .type = type,
                .shape = std::move(shape)});
  }
  int convert(int x, element_type type) {
    return add({.kind = node_kind::convert, .operands = {x}, .type = type, .shape = at(x).shape});
  }
  int reduce(opcode op, int x, shape_t dims, shape_t shape) {
    return structural(node_kind::reduce, {x}, std::move(shape), std::move(dims), op);
  }
  int broadcast(int x, shape_t dims, shape_t shape) {
    return structural(node_kind::broadcast, {x}, std::move(shape), std::move(dims));
  }
  int reshape(int x, shape_t shape) {
    return structural(node_kind::reshape, {x}, std::move(shape), {});
  }
  int transpose(int x, shape_t permutation, shape_t shape) {
    return structural(node_kind::transpose, {x}, std::move(shape), std::move(permutation));
  }
  int reverse(int x, shape_t dims) {
    return structural(node_kind::reverse, {x}, at(x).shape, std::move(dims));
  }
  int pad(int x, double value, shape_t low, shape_t high, shape_t shape) {
    int const result = structural(node_kind::pad, {x}, std::move(shape), std::move(low));
    at(result).value = value;
    at(result).limits = std::move(high);
    return result;
  }
  int slice(int x, shape_t start, shape_t limit, shape_t shape) {
    int const result = structural(node_kind::slice, {x}, std::move(shape), std::move(start));
    at(result).limits = std::move(limit);
    return result;
  }
  int dot(int a, int b, shape_t shape, element_type type = element_type::f32) {
    int const result = structural(node_kind::dot, {a, b}, std::move(shape), {});
    at(result).type = type;
    return result;
  }
  int gather(int table, int index, shape_t shape) {
    return structural(node_kind::gather, {table, index}, std::move(shape), {});
  }
  int scatter_add(int base, int index, int updates) {
    return structural(node_kind::scatter, {base, index, updates}, at(base).shape, {}, opcode::add);
  }
  graph result(int number) {
    graph_.result = number;
    return std::move(graph_);
  }

private:
  node& at(int number) { return graph_.nodes[static_cast<std::size_t>(number)]; }
  int add(node n) { return graph_.append(std::move(n)); }
  /// A node of its first operand's type.
  int structural(node_kind kind, std::vector<int> operands, shape_t shape, shape_t dims,
                 opcode op = opcode::none) {
    auto const type = at(operands[0]).type;
    return add({.kind = kind,
                .op = op,
                .operands = std::move(operands),
                .type = type,
                .shape = std::move(shape),
                .dims = std::move(dims)});
  }

  graph graph_;
};

/// max(x, threshold)
inline graph relu(i64 length, double threshold = 0, element_type type = element_type::f32) {
  builder b("relu");
  int const x = b.input(type, {length});
  return b.result(b.map(opcode::max, {x, b.constant(threshold, type)}));
}

/// Over the last axis of [rows, columns].
inline graph softmax(i64 rows, i64 columns) {
  builder b("softmax");
  shape_t const full{rows, columns};
  int const x = b.input(element_type::f32, full);
  int const row_max = b.reduce(opcode::max, x, {1}, {rows});
  int const e = b.map(opcode::exp, {b.map(opcode::sub, {x, b.broadcast(row_max, {0}, full)})});
  int const row_sum = b.reduce(opcode::add, e, {1}, {rows});
  return b.result(b.map(opcode::div, {e, b.broadcast(row_sum, {0}, full)}));
}

/// table[index], negative indices from the end, NaN where out of range.
inline graph gather(i64 entries, i64 width, i64 count) {
  builder b("gather");
  int const table = b.input(element_type::f32, {entries, width});
  int const index = b.input(element_type::i32, {count});
  int const zero = b.constant(0, element_type::i32);
  int const size = b.constant(static_cast<double>(entries), element_type::i32);
  int const last = b.constant(static_cast<double>(entries - 1), element_type::i32);
  int const negative = b.map(opcode::less, {index, zero});
  int const from_end = b.map(opcode::add, {index, size});
  int const at = b.map(opcode::select, {negative, from_end, index});
  int const not_low = b.map(opcode::greater_equal, {at, zero});
  int const valid = b.map(opcode::bit_and, {not_low, b.map(opcode::less, {at, size})});
  int const clamped = b.map(opcode::min, {b.map(opcode::max, {at, zero}), last});
  int const rows = b.gather(table, clamped, {count, width});
  int const mask = b.broadcast(valid, {0}, {count, width});
  return b.result(b.map(opcode::select, {mask, rows, b.constant(__builtin_nan(""))}));
}

/// Counts of 2-mers over `length` bases; this block counts the windows from program_id * block on.
inline graph dimer_count(i64 length, i64 block) {
  builder b("dimer_count");
  auto const i = element_type::i32;
  int const bases = b.input(element_type::u8, {length});
  int const block_size = b.constant(static_cast<double>(block), i);
  int const first = b.map(opcode::mul, {b.program_id(0), block_size});
  int const position = b.map(opcode::add, {b.iota(i, {block}, 0), first});
  int const last = b.constant(static_cast<double>(length - 1), i);
  int const next = b.map(opcode::add, {position, b.constant(1, i)});
  int const high = b.convert(b.gather(bases, b.map(opcode::min, {position, last}), {block}), i);
  int const low = b.convert(b.gather(bases, b.map(opcode::min, {next, last}), {block}), i);
  int const four = b.constant(4, i);
  int const code = b.map(opcode::add, {b.map(opcode::mul, {high, four}), low});
  int const inside = b.map(opcode::less_equal, {next, last});
  int const known =
      b.map(opcode::bit_and, {b.map(opcode::less, {high, four}), b.map(opcode::less, {low, four})});
  int const valid = b.map(opcode::bit_and, {inside, known});
  int const bin = b.map(opcode::select, {valid, code, b.constant(-1, i)});
  int const zeros = b.broadcast(b.constant(0, i), {}, {16});
  return b.result(b.scatter_add(zeros, bin, b.broadcast(b.constant(1, i), {}, {block})));
}

}  // namespace pb::trace::samples

#endif  // PALLASBENCH_TESTS_TRACE_SAMPLE_GRAPHS_HPP
