// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// A graph as a StableHLO module that computes the whole program: a grid of one, no custom calls.
// Values are called after the operation and the node that made them: %maximum_3 is node 3.
// The other text form is jaxpr.hpp; the operations' names are in names.hpp.
#ifndef PALLASBENCH_TRACE_STABLEHLO_HPP
#define PALLASBENCH_TRACE_STABLEHLO_HPP

#include <pallasbench/trace/graph.hpp>
#include <pallasbench/trace/literal.hpp>
#include <pallasbench/trace/names.hpp>
#include <pallasbench/trace/text.hpp>

#include <string>
#include <vector>

namespace pb::trace {

namespace detail {

inline std::string tensor_type(element_type type, shape_t const& shape) {
  return "tensor<" + (shape.empty() ? "" : join(shape, "x") + "x") + mlir_type(type) + ">";
}

/// The text of one module. Every print_ function appends the lines of one node.
class stablehlo_printer {
public:
  explicit stablehlo_printer(graph const& program) : program_(program) {}

  std::string module() {
    for (auto const& n : program_.nodes)
      values_.push_back(value_name(n, values_.size()));
    for (std::size_t i = 0; i < values_.size(); ++i)
      print_node(i);
    auto const result = static_cast<std::size_t>(program_.result);
    return "module @" + program_.name + " {\n  func.func public @main(" + arguments() + ") -> " +
           type_of(result) + " {\n" + text_ + "    return " + values_[result] + " : " +
           type_of(result) + "\n  }\n}\n";
  }

private:
  static std::string operation(node const& n, element_type operand) {
    return n.kind == node_kind::map ? stablehlo_name(n.op, operand) : stablehlo_name(n.kind);
  }

  /// The operands' element type; for select that of the condition.
  element_type operand_type(node const& n) const {
    return n.operands.empty() ? n.type : operand(n, 0).type;
  }

  std::string value_name(node const& n, std::size_t number) const {
    if (n.kind == node_kind::input) return "%arg" + integer_literal(n.value);
    auto const full = operation(n, operand_type(n));
    return "%" + full.substr(full.find('.') + 1) + "_" + std::to_string(number);
  }

  node const& operand(node const& n, std::size_t which) const {
    return program_.nodes[static_cast<std::size_t>(n.operands[which])];
  }
  std::string const& value(node const& n, std::size_t which) const {
    return values_[static_cast<std::size_t>(n.operands[which])];
  }
  std::string type_of(std::size_t number) const {
    return tensor_type(program_.nodes[number].type, program_.nodes[number].shape);
  }

  /// The types of all operands and of the result: (a, b) -> c.
  std::string signature(node const& n) const {
    std::vector<std::string> types;
    for (int const o : n.operands)
      types.push_back(type_of(static_cast<std::size_t>(o)));
    return signature(types, tensor_type(n.type, n.shape));
  }
  static std::string signature(std::vector<std::string> const& operands,
                               std::string const& result) {
    return "(" + join(operands, ", ") + ") -> " + result;
  }

  std::string arguments() const {
    std::vector<std::string> list;
    for (std::size_t i = 0; i < static_cast<std::size_t>(program_.num_inputs); ++i)
      list.push_back(values_[i] + ": " + type_of(i));
    return join(list, ", ");
  }

  void line(std::string const& result, std::string const& right_side) {
    text_ += "    " + result + " = " + right_side + "\n";
  }

  void print_node(std::size_t number) {
    node const& n = program_.nodes[number];
    std::string const& result = values_[number];
    std::string const op = operation(n, operand_type(n)) + " ";
    switch (n.kind) {
    case node_kind::input: return;
    case node_kind::constant: return print_constant(result, mlir_literal(n.value, n.type), n.type);
    case node_kind::program_id: return print_constant(result, "0", n.type);
    case node_kind::iota:
      return line(result, op + "dim = " + std::to_string(n.dims[0]) + " : " + type_of(number));
    case node_kind::map: return print_map(n, result);
    case node_kind::convert:
    case node_kind::reshape: return line(result, op + value(n, 0) + " : " + signature(n));
    case node_kind::reduce: return print_reduce(n, result);
    case node_kind::broadcast:
    case node_kind::transpose:
      return line(result,
                  op + value(n, 0) + ", dims = " + list_text(n.dims) + " : " + signature(n));
    case node_kind::reverse:
      return line(result,
                  op + value(n, 0) + ", dims = " + list_text(n.dims) + " : " + type_of(number));
    case node_kind::pad: return print_pad(n, result);
    case node_kind::slice: return print_slice(n, result);
    case node_kind::dot: return print_dot(n, result);
    case node_kind::gather: return print_gather(n, result);
    case node_kind::scatter: return print_scatter(n, result);
    }
  }

  void print_constant(std::string const& result, std::string const& literal, element_type type) {
    line(result, "stablehlo.constant dense<" + literal + "> : " + tensor_type(type, {}));
  }

  /// The operand's value with the node's shape: a scalar is broadcast on a line of its own first.
  std::string full_operand(node const& n, std::string const& result, std::size_t which) {
    node const& o = operand(n, which);
    if (!o.shape.empty() || n.shape.empty()) return value(n, which);
    auto const full = result + "_operand" + std::to_string(which);
    line(full, "stablehlo.broadcast_in_dim " + value(n, which) + ", dims = [] : (" +
                   tensor_type(o.type, {}) + ") -> " + tensor_type(o.type, n.shape));
    return full;
  }

  void print_map(node const& n, std::string const& result) {
    std::vector<std::string> operands;
    for (std::size_t i = 0; i < n.operands.size(); ++i)
      operands.push_back(full_operand(n, result, i));
    auto const direction = comparison_direction(n.op);
    auto text = stablehlo_name(n.op, operand_type(n)) + " ";
    if (!direction.empty()) text += direction + ", ";
    text += join(operands, ", ");
    if (!direction.empty()) text += ", " + comparison_type(operand_type(n));
    line(result, text + " : " + map_signature(n));
  }

  static std::string comparison_type(element_type type) {
    if (is_floating(type)) return "FLOAT";
    return type == element_type::i32 || type == element_type::i64 ? "SIGNED" : "UNSIGNED";
  }

  /// MLIR's short forms: one type where all agree, condition and result for select.
  std::string map_signature(node const& n) const {
    auto const result = tensor_type(n.type, n.shape);
    auto const first = tensor_type(operand_type(n), n.shape);
    if (n.op == opcode::select) return first + ", " + result;
    if (n.op == opcode::is_finite) return signature({first}, result);
    if (n.op == opcode::erf || n.op == opcode::erfc) return first + " -> " + result;
    return comparison_direction(n.op).empty() ? result : signature({first, first}, result);
  }

  void print_reduce(node const& n, std::string const& result) {
    auto const initial = result + "_initial";
    print_constant(initial, mlir_identity(n.op, n.type), n.type);
    line(result, "stablehlo.reduce(" + value(n, 0) + " init: " + initial + ") applies " +
                     stablehlo_name(n.op, n.type) + " across dimensions = " + list_text(n.dims) +
                     " : " + with_scalar(n));
  }

  /// The signature of an operation that takes its operand and a scalar of the result's type.
  std::string with_scalar(node const& n) const {
    node const& o = operand(n, 0);
    return signature({tensor_type(o.type, o.shape), tensor_type(n.type, {})},
                     tensor_type(n.type, n.shape));
  }

  void print_pad(node const& n, std::string const& result) {
    auto const padding = result + "_value";
    print_constant(padding, mlir_literal(n.value, n.type), n.type);
    line(result, "stablehlo.pad " + value(n, 0) + ", " + padding + ", low = " + list_text(n.dims) +
                     ", high = " + list_text(n.limits) + ", interior = " +
                     list_text(shape_t(n.dims.size(), 0)) + " : " + with_scalar(n));
  }

  void print_slice(node const& n, std::string const& result) {
    std::vector<std::string> ranges;
    for (std::size_t i = 0; i < n.dims.size(); ++i)
      ranges.push_back(std::to_string(n.dims[i]) + ":" + std::to_string(n.limits[i]));
    line(result,
         "stablehlo.slice " + value(n, 0) + " [" + join(ranges, ", ") + "] : " + signature(n));
  }

  /// HIGHEST forbids a backend to round f32 operands to tf32 or bf16.
  void print_dot(node const& n, std::string const& result) {
    auto const rank = static_cast<i64>(n.shape.size());
    auto const batch = list_text(counting(0, n.shape.size() - 2));
    auto text = "stablehlo.dot_general " + value(n, 0) + ", " + value(n, 1) + ", ";
    if (rank > 2) text += "batching_dims = " + batch + " x " + batch + ", ";
    text += "contracting_dims = " + list_text({rank - 1}) + " x " + list_text({rank - 2});
    line(result, text + ", precision = [HIGHEST, HIGHEST] : " + signature(n));
  }

  /// Gather and scatter want an index vector: the index with a last dimension of one.
  std::string print_index_vector(node const& n, std::string const& result) {
    node const& index = operand(n, 1);
    line(result + "_index",
         "stablehlo.reshape " + value(n, 1) + " : " +
             signature({tensor_type(index.type, index.shape)}, index_vector_type(index)));
    return result + "_index";
  }
  static std::string index_vector_type(node const& index) {
    auto shape = index.shape;
    shape.push_back(1);
    return tensor_type(index.type, shape);
  }

  void print_gather(node const& n, std::string const& result) {
    node const& table = operand(n, 0);
    node const& index = operand(n, 1);
    auto const rank = index.shape.size();
    auto slice = table.shape;
    slice[0] = 1;
    auto const index_value = print_index_vector(n, result);
    line(result, "\"stablehlo.gather\"(" + value(n, 0) + ", " + index_value +
                     ") <{dimension_numbers = #stablehlo.gather<offset_dims = " +
                     list_text(counting(rank, slice.size() - 1)) +
                     ", collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = " +
                     std::to_string(rank) + ">, slice_sizes = array<i64: " + join(slice, ", ") +
                     ">}> : " +
                     signature({tensor_type(table.type, table.shape), index_vector_type(index)},
                               tensor_type(n.type, n.shape)));
  }

  void print_scatter(node const& n, std::string const& result) {
    node const& updates = operand(n, 2);
    auto const array = tensor_type(n.type, n.shape);
    auto const scalar = tensor_type(n.type, {});
    auto const index_value = print_index_vector(n, result);
    line(result, "\"stablehlo.scatter\"(" + value(n, 0) + ", " + index_value + ", " + value(n, 2) +
                     ") <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = "
                     "[0], scatter_dims_to_operand_dims = [0], index_vector_dim = " +
                     std::to_string(updates.shape.size()) + ">}> ({");
    text_ += "    ^bb0(%old: " + scalar + ", %update: " + scalar + "):\n";
    text_ += "      %new = " + stablehlo_name(n.op, n.type) + " %old, %update : " + scalar + "\n";
    text_ += "      stablehlo.return %new : " + scalar + "\n";
    text_ += "    }) : " +
             signature({array, index_vector_type(operand(n, 1)),
                        tensor_type(updates.type, updates.shape)},
                       array) +
             "\n";
  }

  graph const& program_;
  std::vector<std::string> values_;  // a name for each node
  std::string text_;                 // the lines so far
};

}  // namespace detail

/// The program as the text of one module with one public function, @main, from the inputs in order
/// to the result. Requires: a well-formed graph, as graph.hpp says, whose name is an identifier.
/// Constants keep their value, infinite and NaN ones too; max and min propagate NaN.
inline std::string to_stablehlo(graph const& program) {
  return detail::stablehlo_printer(program).module();
}

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_STABLEHLO_HPP
