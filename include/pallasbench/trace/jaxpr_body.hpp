// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The equations of a Jaxpr: a graph's nodes as primitives with their parameters, one equation a
// node, constants inline as literals. jaxpr.hpp puts the pallas_call around them.
#ifndef PALLASBENCH_TRACE_JAXPR_BODY_HPP
#define PALLASBENCH_TRACE_JAXPR_BODY_HPP

#include <pallasbench/trace/graph.hpp>
#include <pallasbench/trace/literal.hpp>
#include <pallasbench/trace/names.hpp>
#include <pallasbench/trace/text.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace pb::trace::detail {

/// a, b, ..., z, ba, bb, ...: the number in base 26.
inline std::string variable_name(std::size_t number) {
  std::string name(1, static_cast<char>('a' + number % 26));
  return number < 26 ? name : variable_name(number / 26) + name;
}

/// An abstract value: f32[4096], i32[].
inline std::string aval(element_type type, shape_t const& shape) {
  return std::string(name(type)) + "[" + join(shape, ",") + "]";
}

inline std::string reference_type(std::string const& value_type) {
  return "Ref<default>{" + value_type + "}";
}

inline std::string typed_literal(double value, element_type type) {
  return jaxpr_literal(value, type) + ":" + aval(type, {});
}

/// Prints a graph's equations, and gives jaxpr.hpp the means to add its own among them.
class jaxpr_body_printer {
public:
  using parameters = std::vector<std::string>;

  /// Variables are numbered from first_variable; every line is indented by so many spaces.
  jaxpr_body_printer(graph const& program, std::size_t first_variable, std::size_t indent)
      : program_(program), next_variable_(first_variable), indent_(indent, ' ') {}

  std::string const& text() const { return text_; }

  std::string fresh() { return variable_name(next_variable_++); }

  /// Appends lines, each indented.
  void append(std::string const& lines) {
    std::size_t begin = 0;
    while (begin < lines.size()) {
      auto const end = std::min(lines.find('\n', begin), lines.size());
      text_ += indent_ + lines.substr(begin, end - begin) + "\n";
      begin = end + 1;
    }
  }

  /// `c:f32[4] = primitive[parameters] operands` with a new variable, which is returned.
  std::string equation(std::string const& type, std::string const& primitive,
                       parameters const& params, std::string const& operands) {
    return define(fresh(), type, primitive, params, operands);
  }

  /// The same for a variable named before. On one line where that fits into 100 columns.
  std::string define(std::string const& variable, std::string const& type,
                     std::string const& primitive, parameters const& params,
                     std::string const& operands) {
    auto const left = variable + ":" + type + " = " + primitive;
    auto const right = operands.empty() ? "" : " " + operands;
    auto const flat = left + (params.empty() ? "" : "[" + join(params, " ") + "]") + right;
    bool const fits = params.empty() || indent_.size() + flat.size() <= 100;
    append(fits ? flat : left + "[\n  " + join(params, "\n  ") + "\n]" + right);
    return variable;
  }

  /// Reads a whole reference into a new variable.
  std::string load(std::string const& type, std::string const& reference) {
    auto const variable = fresh();
    append(variable + ":" + type + " <- " + reference + "[...]");
    return variable;
  }

  /// Loads the references and prints every node; returns the variable or literal of the result.
  std::string print(std::vector<std::string> const& references) {
    for (node const& n : program_.nodes) {
      auto const type = aval(n.type, n.shape);
      if (n.kind == node_kind::input)
        values_.push_back(load(type, references[static_cast<std::size_t>(n.value)]));
      else
        values_.push_back(n.kind == node_kind::constant ? typed_literal(n.value, n.type)
                                                        : print_node(n, type));
    }
    return values_[static_cast<std::size_t>(program_.result)];
  }

private:
  node const& operand(node const& n, std::size_t which) const {
    return program_.nodes[static_cast<std::size_t>(n.operands[which])];
  }
  std::string const& value(node const& n, std::size_t which) const {
    return values_[static_cast<std::size_t>(n.operands[which])];
  }

  std::string print_node(node const& n, std::string const& type) {
    auto const unary = [&](std::string const& primitive, parameters const& params) {
      return equation(type, primitive, params, value(n, 0));
    };
    switch (n.kind) {
    case node_kind::input:
    case node_kind::constant: break;
    case node_kind::program_id:
      return equation(type, "program_id", {"axis=" + std::to_string(n.dims[0])}, "");
    case node_kind::iota: return print_iota(n, type);
    case node_kind::map: return print_map(n, type);
    case node_kind::convert:
      return unary("convert_element_type", {"new_dtype=" + dtype_name(n.type), "weak_type=False"});
    case node_kind::reduce: return unary(reduction(n.op), reduction_parameters(n));
    case node_kind::broadcast: return unary("broadcast_in_dim", broadcast_parameters(n.dims));
    case node_kind::reshape:
      return unary("reshape",
                   {"dimensions=None", "new_sizes=" + tuple_text(n.shape), "sharding=None"});
    case node_kind::transpose: return unary("transpose", {"permutation=" + tuple_text(n.dims)});
    case node_kind::reverse: return unary("rev", {"dimensions=" + tuple_text(n.dims)});
    case node_kind::pad: return print_pad(n, type);
    case node_kind::slice:
      return unary("slice", {"limit_indices=" + tuple_text(n.limits),
                             "start_indices=" + tuple_text(n.dims), "strides=None"});
    case node_kind::dot: return print_dot(n, type);
    case node_kind::gather: return print_gather(n, type);
    case node_kind::scatter: return print_scatter(n, type);
    }
    return "?";
  }

  static std::string reduction(opcode op) {
    return op == opcode::add ? "reduce_sum" : op == opcode::max ? "reduce_max" : "reduce_min";
  }
  static parameters reduction_parameters(node const& n) {
    auto const axes = "axes=" + tuple_text(n.dims);
    return n.op == opcode::add ? parameters{axes, "out_sharding=None"} : parameters{axes};
  }
  static parameters broadcast_parameters(shape_t const& dims) {
    return dims.empty() ? parameters{} : parameters{"broadcast_dimensions=" + tuple_text(dims)};
  }

  std::string print_iota(node const& n, std::string const& type) {
    return equation(type, "iota",
                    {"dimension=" + std::to_string(n.dims[0]), "dtype=" + dtype_name(n.type),
                     "shape=" + tuple_text(n.shape), "sharding=None"},
                    "");
  }

  /// Scalars stand beside arrays as they are, as in JAX; only select_n wants cases of full shape.
  std::string print_map(node const& n, std::string const& type) {
    if (n.op == opcode::select) return print_select(n, type);
    std::vector<std::string> operands;
    for (std::size_t i = 0; i < n.operands.size(); ++i)
      operands.push_back(value(n, i));
    return equation(type, jaxpr_name(n.op, operand(n, 0).type), {}, join(operands, " "));
  }

  /// select_n numbers its cases: the one for false comes first.
  std::string print_select(node const& n, std::string const& type) {
    auto const if_true = full_case(n, 1, type);
    auto const if_false = full_case(n, 2, type);
    return equation(type, jaxpr_name(n.op, n.type), {},
                    value(n, 0) + " " + if_false + " " + if_true);
  }
  std::string full_case(node const& n, std::size_t which, std::string const& type) {
    if (operand(n, which).shape.size() == n.shape.size()) return value(n, which);
    return equation(type, "broadcast_in_dim", {}, value(n, which));
  }

  std::string print_pad(node const& n, std::string const& type) {
    std::vector<std::string> config;
    for (std::size_t i = 0; i < n.dims.size(); ++i)
      config.push_back("(" + std::to_string(n.dims[i]) + ", " + std::to_string(n.limits[i]) +
                       ", 0)");
    return equation(type, "pad", {"padding_config=" + tuple_text(config)},
                    value(n, 0) + " " + typed_literal(n.value, n.type));
  }

  std::string print_dot(node const& n, std::string const& type) {
    auto const batch_rank = n.shape.size() - 2;
    auto const dims = list_text(counting(0, batch_rank));
    return equation(type, "dot_general",
                    {"dimension_numbers=(([" + std::to_string(batch_rank + 1) + "], [" +
                         std::to_string(batch_rank) + "]), (" + dims + ", " + dims + "))",
                     "preferred_element_type=" + dtype_name(n.type)},
                    value(n, 0) + " " + value(n, 1));
  }

  /// Gather and scatter-add want an index vector: the index with a last dimension of one.
  std::string print_index_vector(node const& n) {
    node const& index = operand(n, 1);
    auto const params = broadcast_parameters(counting(0, index.shape.size()));
    shape_t shape = index.shape;
    shape.push_back(1);
    return equation(aval(index.type, shape), "broadcast_in_dim", params, value(n, 1));
  }

  std::string print_gather(node const& n, std::string const& type) {
    shape_t slice = operand(n, 0).shape;
    slice[0] = 1;
    auto const offsets = counting(operand(n, 1).shape.size(), slice.size() - 1);
    auto const index = print_index_vector(n);
    return equation(type, "gather",
                    {"dimension_numbers=GatherDimensionNumbers(offset_dims=" + tuple_text(offsets) +
                         ", collapsed_slice_dims=(0,), start_index_map=(0,), "
                         "operand_batching_dims=(), start_indices_batching_dims=())",
                     "fill_value=None", "indices_are_sorted=False",
                     "mode=GatherScatterMode.PROMISE_IN_BOUNDS", "slice_sizes=" + tuple_text(slice),
                     "unique_indices=False"},
                    value(n, 0) + " " + index);
  }

  std::string print_scatter(node const& n, std::string const& type) {
    auto const index = print_index_vector(n);
    auto const result = fresh();
    return define(result, type, "scatter-" + jaxpr_name(n.op, n.type),
                  {"dimension_numbers=ScatterDimensionNumbers(update_window_dims=(), "
                   "inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,), "
                   "operand_batching_dims=(), scatter_indices_batching_dims=())",
                   "indices_are_sorted=False", "mode=GatherScatterMode.FILL_OR_DROP",
                   "unique_indices=False", "update_consts=()",
                   "update_jaxpr=" + combination(jaxpr_name(n.op, n.type), aval(n.type, {}))},
                  value(n, 0) + " " + index + " " + value(n, 2));
  }

  /// { lambda ; a:f32[] b:f32[]. let c:f32[] = add a b in (c,) }
  std::string combination(std::string const& primitive, std::string const& scalar) {
    auto const old = fresh(), update = fresh(), sum = fresh();
    return "{ lambda ; " + old + ":" + scalar + " " + update + ":" + scalar + ". let " + sum + ":" +
           scalar + " = " + primitive + " " + old + " " + update + " in (" + sum + ",) }";
  }

  graph const& program_;
  std::size_t next_variable_;
  std::string indent_;
  std::vector<std::string> values_;  // a variable or literal for each node
  std::string text_;                 // the lines so far
};

}  // namespace pb::trace::detail

#endif  // PALLASBENCH_TRACE_JAXPR_BODY_HPP
