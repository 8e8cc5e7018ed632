// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern steps, recorded: the programs of its steps as one, and as one pallas_call a step.
#ifndef PALLASBENCH_TRACE_STEPS_HPP
#define PALLASBENCH_TRACE_STEPS_HPP

#include <pallasbench/patterns/steps/steps.hpp>
#include <pallasbench/trace/skeleton.hpp>

#include <string>
#include <utility>
#include <vector>

namespace pb::trace {

namespace detail {

/// Appends a program to another one whose nodes `inputs` are the appended one's inputs; gives the
/// node of its result.
inline int splice(graph& into, graph const& program, std::vector<int> const& inputs) {
  std::vector<int> moved;
  for (node n : program.nodes) {
    if (n.kind == node_kind::input) {
      moved.push_back(inputs[static_cast<std::size_t>(n.value)]);
      continue;
    }
    for (int& operand : n.operands) operand = moved[static_cast<std::size_t>(operand)];
    moved.push_back(into.append(std::move(n)));
  }
  return moved[static_cast<std::size_t>(program.result)];
}

/// Where the inputs of step S come from: the arguments are numbered first, then the steps.
template <class Call, int S>
std::vector<int> sources_of(step_number<S>) {
  using step = typename decltype(Call::body)::template step_type<S>;
  std::vector<int> sources;
  for (int i = 0; i < step::inputs; ++i)
    sources.push_back(step::arguments[i] >= 0 ? step::arguments[i]
                                              : Call::inputs + step::results[i]);
  return sources;
}

}  // namespace detail

template <class Body, class T>
graph record(steps_call<Body, T> const& call, std::string name) {
  using call_type = steps_call<Body, T>;
  graph program{.name = std::move(name), .nodes = {}};
  std::vector<int> values;
  [&]<int... I>(detail::indices<I...>) {
    (values.push_back(detail::add_input(program,
                                        element_of<typename call_type::template input_type<I>>,
                                        shape_of(call.template input_shape<I>()))
                          .id),
     ...);
  }(detail::make_indices<call_type::inputs>{});
  call.for_each_step([&](auto const& step, auto number) {
    std::vector<int> inputs;
    for (int const source : detail::sources_of<call_type>(number))
      inputs.push_back(values[static_cast<std::size_t>(source)]);
    values.push_back(detail::splice(program, record(step, program.name), inputs));
  });
  program.result = values.back();
  return program;
}

/// Each step's pallas_call, under its own plan for the library's tilings.
template <class Body, class T>
pallas_program pallas_form(steps_call<Body, T> const& call, plan const&, std::string const& name) {
  using call_type = steps_call<Body, T>;
  pallas_program program;
  program.num_inputs = call_type::inputs;
  call.for_each_step([&](auto const& step, auto number) {
    plan const p = step.template plan_for<tiling::clamped<65536>>();
    program.calls.push_back(pallas_form(step, p, name + "_" + std::to_string(number.value)));
    program.sources.push_back(detail::sources_of<call_type>(number));
  });
  return program;
}

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_STEPS_HPP
