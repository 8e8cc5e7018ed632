// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// problem.hpp for a kernel type: every reading of its body at given extents.
#ifndef PALLASBENCH_ROBUST_TYPED_PROBLEM_HPP
#define PALLASBENCH_ROBUST_TYPED_PROBLEM_HPP

#include <pallasbench/jit/entry.hpp>
#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/patterns/attend/attend_host.hpp>
#include <pallasbench/patterns/columns/columns_host.hpp>
#include <pallasbench/patterns/contract/contract_host.hpp>
#include <pallasbench/patterns/convolve/convolve_host.hpp>
#include <pallasbench/patterns/index/index_host.hpp>
#include <pallasbench/patterns/index/one_hot_host.hpp>
#include <pallasbench/patterns/map/map_host.hpp>
#include <pallasbench/patterns/reduce/reduce_host.hpp>
#include <pallasbench/patterns/rows/rows_host.hpp>
#include <pallasbench/patterns/scatter/scatter_host.hpp>
#include <pallasbench/patterns/sequence/reversed_host.hpp>
#include <pallasbench/patterns/sequence/sequence_host.hpp>
#include <pallasbench/patterns/steps/steps_host.hpp>
#include <pallasbench/reference/reference_host.hpp>
#include <pallasbench/robust/problem.hpp>
#include <pallasbench/robust/wrong_bodies.hpp>
#include <pallasbench/trace/record_call.hpp>
#include <pallasbench/trace/stablehlo.hpp>

#include <cstring>
#include <memory>
#include <string_view>

namespace pb::robust {

namespace detail {

/// The names in "x, gamma, beta".
inline std::vector<std::string> split_names(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    auto const comma = list.find(", ");
    names.emplace_back(list.substr(0, comma));
    list.remove_prefix(comma == list.npos ? list.size() : comma + 2);
  }
  return names;
}

template <class Call>
i64 reduction_length(Call const& call) {
  if constexpr (requires { call.k; })
    return call.k;
  else if constexpr (pattern_of<decltype(call.body)> == pattern_kind::reduce)
    return call.template input_shape<0>().count();
  else if constexpr (requires { call.reduction_length(); })
    return call.reduction_length();
  else if constexpr (requires { Call::reduces; })
    return call.columns;
  else
    return 1;
}

/// The longest of any step.
template <class Body, class T>
i64 reduction_length(steps_call<Body, T> const& call) {
  i64 longest = 1;
  call.for_each_step([&](auto const& step, auto) {
    longest = max_of(longest, reduction_length(step));
  });
  return longest;
}

}  // namespace detail

/// Whether a kernel's arrays are sequences of bases: then they are u8, and no element type is chosen.
template <class Kernel>
inline constexpr bool is_genomic = operand_of<typename Kernel::body, 0> == operand::bases;

/// The element type of the f64 reference's inputs: 16-bit floating-point inputs are widened to f32.
template <class T>
using reference_element = pb::detail::conditional_t<size_of(element_of<T>) == 2, float, T>;

template <class Kernel, class T>
class typed_problem final : public problem {
public:
  using body_type = typename Kernel::body;
  using call_type = call_of<body_type, T>;
  using reference_type = call_of<body_type, reference_element<T>>;
  static constexpr int num_inputs = call_type::inputs;
  static constexpr bool is_sequence = pattern_of<body_type> == pattern_kind::steps;
  static constexpr int num_steps = [] {
    if constexpr (is_sequence) return body_type::num_steps;
    else return 1;
  }();

  explicit typed_problem(extents const& dims)
      : call_(call_type::make({}, dims)), reference_call_(reference_type::make({}, dims)) {
    name = Kernel::info.name;
    add_arrays(pb::detail::make_indices<num_inputs>{});
    plans[0] = call_.template plan_for<typename Kernel::tiles>();
    plans[1] = call_.template plan_for<tiling::whole_array>();
    work = cost::count(call_);
    pattern = pattern_of<body_type>;
    reduction_length = detail::reduction_length(call_);
    stablehlo = trace::to_stablehlo(trace::record(call_, name));
    jaxpr = trace::to_jaxpr(trace::pallas_form(call_, plans[0], name));
    add_steps();
    for (extents const& preset : {Kernel::dims.seed, Kernel::dims.large})
      benchmark_literals.insert(benchmark_literals.end(), preset.size_of_dim,
                                preset.size_of_dim + preset.rank);
    for_each_wrong_body(call_.body, reduction_length,
                        [&]<class Wrong>(char const* wrong_name, Wrong const& wrong,
                                         double at_most = PB_INFINITY) {
                          add_wrong_body(wrong_name, wrong, at_most, dims);
                        });
  }

  void run_host(variant v, input_pointers in, void* out) const override {
    plan const& p = plan_of(v);
    std::vector<std::byte> workspace;
    if constexpr (is_sequence) workspace.resize(static_cast<std::size_t>(p.workspace_bytes));
    host::run(bound(call_, in, out, workspace.data()), p);
  }

  void reference_host(input_pointers in, double* out) const override {
    host::evaluate_reference(bound(reference_call_, in, nullptr), out);
  }

  std::vector<step_launch> launches(input_pointers in, void* out,
                                    void* workspace) const override {
    std::vector<step_launch> list;
    for_each_step(bound(call_, in, out, workspace), [&]<class Call>(Call const& step, auto) {
      step_launch& launch = list.emplace_back();
      launch.parameters = bytes_of(step);
      launch.out = step.out;
      launch.out_bytes = step.output_shape().count() * i64(sizeof(typename Call::output_type));
      if constexpr (requires { step.workspace; }) launch.workspace = step.workspace;
    });
    return list;
  }

  std::vector<std::byte> reference_parameters(input_pointers in, void* out) const override {
    return bytes_of(bound(reference_call_, in, out));
  }

private:
  template <class Call>
  static std::vector<std::byte> bytes_of(Call const& call) {
    std::vector<std::byte> bytes(sizeof call);
    std::memcpy(bytes.data(), &call, sizeof call);
    return bytes;
  }

  template <class Call>
  static Call bound(Call call, input_pointers in, void* out,
                    [[maybe_unused]] void* workspace = nullptr) {
    for (int i = 0; i < num_inputs; ++i)
      call.in[i] = in[static_cast<std::size_t>(i)];
    call.out = static_cast<typename Call::output_type*>(out);
    if constexpr (requires { call.workspace; }) call.workspace = workspace;
    return call;
  }

  template <int... I>
  void add_arrays(pb::detail::indices<I...>) {
    auto const names = detail::split_names(Kernel::info.inputs);
    (inputs.push_back({.name = names.at(I),
                       .type = element_of<typename call_type::template input_type<I>>,
                       .shape = trace::shape_of(call_.template input_shape<I>()),
                       .role = operand_of<body_type, I>}),
     ...);
    output = {.name = "out",
              .type = element_of<typename call_type::output_type>,
              .shape = trace::shape_of(call_.output_shape()),
              .role = operand::tile};
  }

  /// Visits the call of each kernel with its step_number: the one call, or a sequence's.
  template <class Visit>
  static void for_each_step(call_type const& call, Visit const& visit) {
    if constexpr (is_sequence) call.for_each_step(visit);
    else visit(call, step_number<0>{});
  }

  void add_steps() {
    std::string const body = "pb::kernels::" + name + "::body";
    if constexpr (is_sequence) widest_step = static_cast<std::size_t>(call_.widest_step());
    for_each_step(call_, [&]<class Call, int S>(Call const& call, step_number<S>) {
      std::string const op =
          is_sequence ? "pb::step_op<" + body + ", " + std::to_string(S) + ">" : body;
      steps.push_back({.entry = jit::entry_of<typename Kernel::tiles>(call, op),
                       .plans = {call.template plan_for<typename Kernel::tiles>(),
                                 call.template plan_for<tiling::whole_array>()},
                       .arrays = arrays_of<S>(call)});
    });
  }

  template <int S, class Call>
  std::vector<step_array> arrays_of(Call const& call) const {
    auto const offset = [&](auto const& member) {
      return static_cast<std::size_t>(reinterpret_cast<std::byte const*>(&member) -
                                      reinterpret_cast<std::byte const*>(&call));
    };
    std::vector<step_array> arrays;
    for (int i = 0; i < Call::inputs; ++i)
      arrays.push_back({source_name<S>(i), offset(call.in[i])});
    bool const is_last = S + 1 == num_steps;
    arrays.push_back({is_last ? "out" : "result " + std::to_string(S), offset(call.out), true});
    return arrays;
  }

  /// What input i of step S is called.
  template <int S>
  std::string source_name(int i) const {
    if constexpr (is_sequence) {
      using step = typename body_type::template step_type<S>;
      if (step::arguments[i] < 0) return "result " + std::to_string(step::results[i]);
      i = step::arguments[i];
    }
    return inputs[static_cast<std::size_t>(i)].name;
  }

  template <class Wrong>
  void add_wrong_body(char const* name, Wrong const& wrong, double at_most, extents const& dims) {
    auto const call = call_of<Wrong, reference_element<T>>::make(wrong, dims);
    wrong_bodies.push_back({name,
                            [call](input_pointers in, doubles& written) {
                              using Out = typename decltype(call)::output_type;
                              i64 const count = call.output_shape().count();
                              std::vector<Out, uninitialized<Out>> out(
                                  static_cast<std::size_t>(count));
                              host::run(bound(call, in, out.data()),
                                        call.template plan_for<typename Kernel::tiles>());
                              written.resize(out.size());
                              edit_elements(written, [&](double& x, i64 i) {
                                x = static_cast<double>(out[static_cast<std::size_t>(i)]);
                              });
                            },
                            at_most});
  }

  call_type call_;
  reference_type reference_call_;
};

/// A kernel's problem with floating-point arrays of `type`; a genomic kernel has one problem for all.
template <class Kernel>
std::unique_ptr<problem> make_problem(extents const& dims, element_type type) {
  if constexpr (is_genomic<Kernel>) {
    return std::make_unique<typed_problem<Kernel, u8>>(dims);
  } else {
    switch (type) {
      case element_type::f16: return std::make_unique<typed_problem<Kernel, f16>>(dims);
      case element_type::bf16: return std::make_unique<typed_problem<Kernel, bf16>>(dims);
      default: return std::make_unique<typed_problem<Kernel, float>>(dims);
    }
  }
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_TYPED_PROBLEM_HPP
