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

/// Kernels run in order, each on arrays of the program or on results of those before it.
struct pallas_program {
  int num_inputs = 0;
  std::vector<pallas_call> calls;
  std::vector<std::vector<int>> sources;  // by call: its inputs, as input numbers of the program or
                                          // num_inputs + number of a call
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

inline std::string typed_name(std::string const& name, block_mapping const& m) {
  return name + ":" + aval(m.type, m.array_shape);
}

/// result:type = pallas_call[...] arguments
inline std::string pallas_equation(pallas_call const& call, std::string const& result,
                                   std::vector<std::string> const& arguments,
                                   std::size_t first_variable) {
  auto const& out = call.output;
  return "    " + typed_name(result, out) + " = pallas_call[\n" +
         "      grid_mapping=" + grid_mapping_text(call) + "\n" +
         "      input_output_aliases=()\n" +
         "      jaxpr=" + inner_jaxpr(call, first_variable) + "\n" +
         "      name=" + call.name + "\n" + "      out_avals=(ShapedArray(" + dtype_name(out.type) +
         "[" + join(out.array_shape, ",") + "]),)\n" + "    ] " + join(arguments, " ") + "\n";
}

/// The program's inputs with their types, each as the first call that reads it has it.
inline std::vector<std::string> typed_inputs(pallas_program const& program) {
  std::vector<std::string> typed(static_cast<std::size_t>(program.num_inputs));
  for (std::size_t c = 0; c < program.calls.size(); ++c) {
    for (std::size_t i = 0; i < program.sources[c].size(); ++i) {
      auto const source = static_cast<std::size_t>(program.sources[c][i]);
      if (source < typed.size() && typed[source].empty())
        typed[source] = typed_name(variable_name(source), program.calls[c].inputs[i]);
    }
  }
  return typed;
}

}  // namespace detail

/// The program as Jaxpr text, one pallas_call equation a kernel; the last one's result is the
/// program's. Requires of each call: a well-formed body (graph.hpp) with one input for each of
/// `inputs`, whose result has the output's block shape and type; index maps that name grid axes.
inline std::string to_jaxpr(pallas_program const& program) {
  auto const typed = detail::typed_inputs(program);
  std::string text = "{ lambda ; " + detail::join(typed, " ") + ". let\n";
  std::string result;
  for (std::size_t c = 0; c < program.calls.size(); ++c) {
    std::vector<std::string> arguments;
    for (int const source : program.sources[c])
      arguments.push_back(detail::variable_name(static_cast<std::size_t>(source)));
    result = detail::variable_name(typed.size() + c);
    text += detail::pallas_equation(program.calls[c], result, arguments,
                                    typed.size() + program.calls.size());
  }
  return text + "  in (" + result + ",) }\n";
}

/// One kernel as Jaxpr text.
inline std::string to_jaxpr(pallas_call const& call) {
  pallas_program program{.num_inputs = static_cast<int>(call.inputs.size()), .calls = {call},
                         .sources = {{}}};
  for (int i = 0; i < program.num_inputs; ++i) program.sources[0].push_back(i);
  return to_jaxpr(program);
}

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_JAXPR_HPP
