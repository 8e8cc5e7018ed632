// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Traced values: the reading that appends to a graph instead of computing. A row result has the shape
// [rows], a column result [columns]; where it meets a tile of [rows, columns] a broadcast is recorded.
#ifndef PALLASBENCH_TRACE_TRACER_HPP
#define PALLASBENCH_TRACE_TRACER_HPP

#include <pallasbench/tile/words.hpp>
#include <pallasbench/trace/graph.hpp>

#include <vector>

namespace pb {

namespace trace {
struct tracing;
}

/// The result of a node. In namespace pb, as every value is, so that a body of any namespace finds the
/// words of words.hpp.
struct traced {
  using reading = trace::tracing;
  using element = double;
  trace::graph* program;
  int id;

  trace::node const& recorded() const { return program->nodes[static_cast<std::size_t>(id)]; }
};

}  // namespace pb

namespace pb::trace {

using pb::traced;

/// Appends a node.
inline traced append(graph& program, node n) { return {&program, program.append(std::move(n))}; }

inline traced scalar_constant(graph& program, element_type type, double value) {
  return append(program, {.kind = node_kind::constant, .type = type, .value = value});
}

inline traced broadcast(traced const& x, shape_t shape, shape_t dims) {
  return append(*x.program, {.kind = node_kind::broadcast,
                             .operands = {x.id},
                             .type = x.recorded().type,
                             .shape = std::move(shape),
                             .dims = std::move(dims)});
}

inline traced reshape(traced const& x, shape_t shape) {
  return append(*x.program, {.kind = node_kind::reshape,
                             .operands = {x.id},
                             .type = x.recorded().type,
                             .shape = std::move(shape)});
}

/// x as elements of another type; x itself where it has that type.
inline traced convert(traced const& x, element_type type) {
  if (x.recorded().type == type) return x;
  return append(*x.program, {.kind = node_kind::convert,
                             .operands = {x.id},
                             .type = type,
                             .shape = x.recorded().shape});
}

/// An array filled with one value.
inline traced filled(graph& program, element_type type, shape_t shape, double value) {
  return broadcast(scalar_constant(program, type, value), std::move(shape), {});
}

constexpr bool is_comparison(opcode op) {
  return op == opcode::less || op == opcode::less_equal || op == opcode::greater ||
         op == opcode::greater_equal || op == opcode::equal || op == opcode::not_equal;
}

struct tracing {
  template <class T> using wide = T;

  template <class F, class... A>
  static traced map(F f, A const&... a) {
    if constexpr (requires { typename F::target; })
      return convert(a..., element_of<typename F::target>);
    else if constexpr (requires { typename F::words; })
      return F::words::apply(a...);
    else
      return map_with(f, a...);
  }

  template <class F, class... A>
  static traced map_with(F, A const&... a) {
    graph& program = *program_of(a...);
    std::vector<traced> operands = {operand_of_map(program, value_type(a...), a)...};
    shape_t const shape = largest_shape(operands);
    node n{.kind = node_kind::map, .op = F::code, .type = result_type(F::code, operands)};
    n.shape = shape;
    for (traced const& x : operands) n.operands.push_back(spread(x, shape).id);
    return append(program, std::move(n));
  }

  template <class F>
  static traced reduce(F, traced const& x) {
    int const axis = x.program->reduced_axis;
    return append(*x.program, {.kind = node_kind::reduce,
                               .op = F::code,
                               .operands = {x.id},
                               .type = x.recorded().type,
                               .shape = {x.recorded().shape.at(1 - axis)},
                               .dims = {axis}});
  }

  static traced row_size(traced const& x) {
    auto const axis = static_cast<std::size_t>(x.program->reduced_axis);
    return scalar_constant(*x.program, x.recorded().type, double(x.recorded().shape.at(axis)));
  }

  static traced column_index(traced const& x) {
    return append(*x.program, {.kind = node_kind::iota,
                               .type = element_type::i64,
                               .shape = x.recorded().shape,
                               .dims = {x.program->reduced_axis}});
  }

  static traced random_unit(traced const& x, u64 seed);  // random_unit.hpp

 private:
  template <class... Rest>
  static graph* program_of(traced const& x, Rest const&...) { return x.program; }
  template <constant A, class... Rest>
  static graph* program_of(A const&, Rest const&... rest) { return program_of(rest...); }

  // The type that constants take: that of the first operand which is not a condition.
  static element_type value_type() { return element_type::boolean; }
  template <class... Rest>
  static element_type value_type(traced const& x, Rest const&... rest) {
    element_type const type = x.recorded().type;
    return type == element_type::boolean ? value_type(rest...) : type;
  }
  template <constant A, class... Rest>
  static element_type value_type(A const&, Rest const&... rest) { return value_type(rest...); }

  static traced operand_of_map(graph&, element_type, traced const& x) { return x; }
  template <constant A>
  static traced operand_of_map(graph& program, element_type type, A const& a) {
    return scalar_constant(program, type, double(a));
  }

  static element_type result_type(opcode op, std::vector<traced> const& operands) {
    return is_comparison(op) ? element_type::boolean : operands.back().recorded().type;
  }

  static shape_t largest_shape(std::vector<traced> const& operands) {
    shape_t largest;
    for (traced const& x : operands)
      if (x.recorded().shape.size() > largest.size()) largest = x.recorded().shape;
    return largest;
  }

  // A row result beside a tile becomes a tile; scalars stay, for map broadcasts them itself.
  static traced spread(traced const& x, shape_t const& shape) {
    bool const is_row_result = x.recorded().shape.size() == 1 && shape.size() == 2;
    return is_row_result ? broadcast(x, shape, {1 - x.program->reduced_axis}) : x;
  }
};

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_TRACER_HPP
