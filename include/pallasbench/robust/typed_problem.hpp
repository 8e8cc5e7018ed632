// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// problem.hpp for a kernel type: every reading of its body at given extents.
#ifndef PALLASBENCH_ROBUST_TYPED_PROBLEM_HPP
#define PALLASBENCH_ROBUST_TYPED_PROBLEM_HPP

#include <pallasbench/jit/entry.hpp>
#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/patterns/contract/contract_host.hpp>
#include <pallasbench/patterns/index/index_host.hpp>
#include <pallasbench/patterns/map/map_host.hpp>
#include <pallasbench/patterns/rows/rows_host.hpp>
#include <pallasbench/patterns/sequence/sequence_host.hpp>
#include <pallasbench/reference/reference_host.hpp>
#include <pallasbench/robust/problem.hpp>
#include <pallasbench/robust/wrong_bodies.hpp>
#include <pallasbench/trace/pallas_form.hpp>
#include <pallasbench/trace/stablehlo.hpp>

#include <cstring>
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
  else if constexpr (requires { Call::reduces; })
    return call.columns;
  else
    return 1;
}

}  // namespace detail

/// The element type a kernel's arrays have: u8 for sequences, f32 for the rest.
template <class Kernel>
using kernel_element =
    pb::detail::conditional_t<pattern_of<typename Kernel::body> == pattern_kind::sequence, u8,
                              float>;

template <class Kernel, class T = kernel_element<Kernel>>
class typed_problem final : public problem {
public:
  using body_type = typename Kernel::body;
  using call_type = call_of<body_type, T>;
  static constexpr int num_inputs = call_type::inputs;

  explicit typed_problem(extents const& dims) : call_(call_type::make({}, dims)) {
    name = Kernel::info.name;
    add_arrays(pb::detail::make_indices<num_inputs>{});
    plans[0] = call_.template plan_for<typename Kernel::tiles>();
    plans[1] = call_.template plan_for<tiling::whole_array>();
    work = cost::count(call_);
    pattern = pattern_of<body_type>;
    reduction_length = detail::reduction_length(call_);
    stablehlo = trace::to_stablehlo(trace::record(call_, name));
    jaxpr = trace::to_jaxpr(trace::pallas_form(call_, plans[0], name));
    entry = jit::entry_of<typename Kernel::tiles>(call_, "pb::kernels::" + name + "::body");
    for (extents const& preset : {Kernel::dims.seed, Kernel::dims.large})
      benchmark_literals.insert(benchmark_literals.end(), preset.size_of_dim,
                                preset.size_of_dim + preset.rank);
    for_each_wrong_body(call_.body, [&]<class Wrong>(char const* wrong_name, Wrong const& wrong) {
      add_wrong_body(wrong_name, wrong, dims);
    });
  }

  void run_host(variant v, input_pointers in, void* out) const override {
    host::run(bound(call_, in, out), plan_of(v));
  }

  void reference_host(input_pointers in, double* out) const override {
    host::evaluate_reference(bound(call_, in, nullptr), out);
  }

  std::vector<std::byte> parameters(input_pointers in, void* out) const override {
    call_type const call = bound(call_, in, out);
    std::vector<std::byte> bytes(sizeof call);
    std::memcpy(bytes.data(), &call, sizeof call);
    return bytes;
  }

private:
  template <class Call>
  static Call bound(Call call, input_pointers in, void* out) {
    for (int i = 0; i < num_inputs; ++i)
      call.in[i] = in[static_cast<std::size_t>(i)];
    call.out = static_cast<typename Call::output_type*>(out);
    return call;
  }

  template <int... I>
  void add_arrays(pb::detail::indices<I...>) {
    auto const names = detail::split_names(Kernel::info.inputs);
    auto const offset = [&](auto const& member) {
      return static_cast<std::size_t>(reinterpret_cast<std::byte const*>(&member) -
                                      reinterpret_cast<std::byte const*>(&call_));
    };
    (inputs.push_back({.name = names.at(I),
                       .type = element_of<typename call_type::template input_type<I>>,
                       .shape = trace::shape_of(call_.template input_shape<I>()),
                       .role = operand_of<body_type, I>,
                       .offset = offset(call_.in[I])}),
     ...);
    output = {.name = "out",
              .type = element_of<typename call_type::output_type>,
              .shape = trace::shape_of(call_.output_shape()),
              .role = operand::tile,
              .offset = offset(call_.out)};
  }

  template <class Wrong>
  void add_wrong_body(char const* name, Wrong const& wrong, extents const& dims) {
    auto const call = call_of<Wrong, T>::make(wrong, dims);
    plan const p = plans[0];
    wrong_bodies.push_back(
        {name, [call, p](input_pointers in, void* out) { host::run(bound(call, in, out), p); }});
  }

  call_type call_;
};

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_TYPED_PROBLEM_HPP
