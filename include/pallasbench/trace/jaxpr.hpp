// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// A kernel as a Jaxpr: one pallas_call with its grid, blocks and index maps, and the body as the
// inner jaxpr that reads and writes references. The grammar is that of jax.make_jaxpr (0.10), less
// the parameters that say nothing here. The other text form is stablehlo.hpp.
#ifndef PALLASBENCH_TRACE_JAXPR_HPP
#define PALLASBENCH_TRACE_JAXPR_HPP

#include <pallasbench/trace/graph.hpp>
#include <pallasbench/trace/jaxpr_body.hpp>
#include <pallasbench/trace/names.hpp>
#include <pallasbench/trace/text.hpp>

#include <string>
#include <vector>

namespace pb::trace {

/// How one array is cut into blocks, and which block each point of the grid sees.
struct block_mapping {
  shape_t array_shape;
  element_type type;
  shape_t block_shape;         // same rank as array_shape
  std::vector<int> index_map;  // per dimension: a grid axis, or -1 for block index 0
  bool whole = false;          // one block holds the array: block_shape and index_map are unused
};

/// A kernel: the body runs once for each point of the grid, on blocks.
struct pallas_call {
  std::string name;
  shape_t grid;
  std::vector<block_mapping> inputs;
  block_mapping output;
  bool accumulates = false;  // grid axes absent from the output's index map revisit its block: the
                             // first visit clears it and the body's result is added to it
  graph body;                // its inputs have block shapes
};

namespace detail {

inline shape_t const& block_of(block_mapping const& m) {
  return m.whole ? m.array_shape : m.block_shape;
}

/// { lambda ; i:i32[] j:i32[]. let  in (i, 0:i32[]) }
inline std::string index_map_text(block_mapping const& m, std::size_t grid_rank) {
  std::vector<std::string> parameters, results;
  for (std::size_t axis = 0; axis < grid_rank; ++axis)
    parameters.push_back(variable_name(axis + 8) + ":i32[]");
  for (std::size_t d = 0; d < m.array_shape.size(); ++d) {
    int const axis = m.whole ? -1 : m.index_map[d];
    results.push_back(axis < 0 ? "0:i32[]" : variable_name(static_cast<std::size_t>(axis) + 8));
  }
  return "{ lambda ; " + join(parameters, " ") + ". let  in " + tuple_text(results) + " }";
}

inline std::string block_mapping_text(block_mapping const& m, std::size_t grid_rank) {
  std::vector<std::string> blocks;
  for (i64 const size : block_of(m))
    blocks.push_back("Blocked(block_size=" + std::to_string(size) + ")");
  return "BlockMapping(block_shape=" + tuple_text(blocks) +
         ", index_map_jaxpr=" + index_map_text(m, grid_rank) + ")";
}

/// GridMapping(grid=..., block_mappings=(...)), one mapping a line, inputs first.
inline std::string grid_mapping_text(pallas_call const& call) {
  std::string text = "GridMapping(grid=" + tuple_text(call.grid) + ", block_mappings=(\n";
  for (auto const& m : call.inputs)
    text += "        " + block_mapping_text(m, call.grid.size()) + ",\n";
  return text + "        " + block_mapping_text(call.output, call.grid.size()) + ",))";
}

/// The grid axes that do not move the output's block.
inline std::vector<std::size_t> revisiting_axes(pallas_call const& call) {
  std::vector<std::size_t> axes;
  for (std::size_t axis = 0; axis < call.grid.size(); ++axis) {
    bool moves = false;
    if (!call.output.whole)
      for (int const mapped : call.output.index_map)
        moves |= mapped == static_cast<int>(axis);
    if (!moves) axes.push_back(axis);
  }
  return axes;
}

/// On the first visit of a block, store zeros: a cond whose second branch runs where every
/// revisiting axis stands at 0.
inline void print_clearing(jaxpr_body_printer& body, pallas_call const& call,
                           std::string const& reference) {
  std::string first;
  for (std::size_t const axis : revisiting_axes(call)) {
    auto const id = body.equation("i32[]", "program_id", {"axis=" + std::to_string(axis)}, "");
    auto const at_zero = body.equation("bool[]", "eq", {}, id + " 0:i32[]");
    first = first.empty() ? at_zero : body.equation("bool[]", "and", {}, first + " " + at_zero);
  }
  auto const branch =
      body.equation("i32[]", "convert_element_type", {"new_dtype=int32", "weak_type=False"}, first);
  auto const type = aval(call.output.type, block_of(call.output));
  auto const kept = body.fresh(), cleared = body.fresh(), zeros = body.fresh();
  auto const zero = typed_literal(0, call.output.type);
  body.append("cond[\n  branches=(");
  body.append("    { lambda ; " + kept + ":" + reference_type(type) + ". let  in () }");
  body.append("    { lambda ; " + cleared + ":" + reference_type(type) + ". let");
  body.append("        " + zeros + ":" + type + " = broadcast_in_dim " + zero);
  body.append("        " + cleared + "[...] <- " + zeros);
  body.append("      in () }\n  )\n] " + branch + " " + reference);
}

/// The inner jaxpr: load the references, run the body, store.
inline std::string inner_jaxpr(pallas_call const& call, std::size_t first_variable) {
  jaxpr_body_printer body(call.body, first_variable, 10);
  std::vector<std::string> references, typed;
  auto const add_reference = [&](block_mapping const& m) {
    references.push_back(body.fresh());
    typed.push_back(references.back() + ":" + reference_type(aval(m.type, block_of(m))));
  };
  for (auto const& m : call.inputs)
    add_reference(m);
  add_reference(call.output);
  auto const& out = references.back();
  bool const accumulates = call.accumulates && !revisiting_axes(call).empty();
  if (accumulates) print_clearing(body, call, out);
  auto result = body.print(references);
  if (accumulates) {
    auto const type = aval(call.output.type, block_of(call.output));
    auto const old = body.load(type, out);
    result = body.equation(type, "add", {}, old + " " + result);
  }
  body.append(out + "[...] <- " + result);
  return "{ lambda ; " + join(typed, " ") + ". let\n" + body.text() + "        in () }";
}

}  // namespace detail

/// The kernel as Jaxpr text. Requires: a well-formed body (graph.hpp) with one input for each of
/// `inputs`, whose result has the output's block shape and type; index maps that name grid axes.
inline std::string to_jaxpr(pallas_call const& call) {
  std::vector<std::string> arguments, typed;
  for (auto const& m : call.inputs) {
    arguments.push_back(detail::variable_name(arguments.size()));
    typed.push_back(arguments.back() + ":" + detail::aval(m.type, m.array_shape));
  }
  auto const result = detail::variable_name(arguments.size());
  auto const& out = call.output;
  return "{ lambda ; " + detail::join(typed, " ") + ". let\n    " + result + ":" +
         detail::aval(out.type, out.array_shape) + " = pallas_call[\n" +
         "      grid_mapping=" + detail::grid_mapping_text(call) + "\n" +
         "      input_output_aliases=()\n" +
         "      jaxpr=" + detail::inner_jaxpr(call, arguments.size() + 1) + "\n" +
         "      name=" + call.name + "\n" + "      out_avals=(ShapedArray(" + dtype_name(out.type) +
         "[" + detail::join(out.array_shape, ",") + "]),)\n" + "    ] " +
         detail::join(arguments, " ") + "\n  in (" + result + ",) }\n";
}

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_JAXPR_HPP
