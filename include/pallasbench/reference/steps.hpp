// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern steps in f64: the same steps on arrays of f64, between which nothing is rounded. The
// steps themselves are evaluated by reference_host.hpp and reference_cuda.cuh, each on its device.
#ifndef PALLASBENCH_REFERENCE_STEPS_HPP
#define PALLASBENCH_REFERENCE_STEPS_HPP

#include <pallasbench/patterns/steps/steps.hpp>
#include <pallasbench/reference/for_each_index.hpp>

namespace pb::reference {

namespace detail {

template <class T>
struct widen_element {
  T const* from;
  double* to;
  PB_FN void operator()(i64 i) const { to[i] = static_cast<double>(from[i]); }
};

}  // namespace detail

/// A sequence as one on f64 arrays. Integer inputs stay as they are.
template <class Body, class T>
class widened_steps {
 public:
  using call_type = steps_call<Body, double>;

  explicit widened_steps(steps_call<Body, T> const& call)
      : from_(call), call_(call_type::make(call.body, call.dims)) {
    each_input([&]<int I>(step_number<I>) {
      if (is_widened<I>) input_bytes_ += bytes_of<I>();
    });
  }

  /// Of the memory that bind takes, on the device where the steps are evaluated.
  i64 bytes() const {
    return input_bytes_ + call_.template plan_for<tiling::clamped<65536>>().workspace_bytes;
  }

  /// The call, its inputs widened into `memory` and its results of steps behind them.
  template <class Policy>
  call_type bind(Policy const& policy, void* memory, double* out) {
    char* next = static_cast<char*>(memory);
    each_input([&]<int I>(step_number<I>) {
      call_.in[I] = from_.in[I];
      if constexpr (is_widened<I>) {
        auto* const wide = reinterpret_cast<double*>(next);
        auto const* const narrow = static_cast<input_type<I> const*>(from_.in[I]);
        detail::for_each_index(policy, call_.template input_shape<I>().count(),
                               detail::widen_element<input_type<I>>{narrow, wide});
        call_.in[I] = wide;
        next += bytes_of<I>();
      }
    });
    call_.workspace = next;
    call_.out = out;
    return call_;
  }

 private:
  template <int I> using input_type = typename steps_call<Body, T>::template input_type<I>;
  template <int I> static constexpr bool is_widened = is_floating(element_of<input_type<I>>);

  template <int I>
  i64 bytes_of() const {
    constexpr i64 boundary = 256;
    i64 const bytes = call_.template input_shape<I>().count() * i64(sizeof(double));
    return ceil_div(bytes, boundary) * boundary;
  }

  template <class Visit>
  static void each_input(Visit const& visit) {
    each_input(visit, pb::detail::make_indices<call_type::inputs>{});
  }
  template <class Visit, int... I>
  static void each_input(Visit const& visit, pb::detail::indices<I...>) {
    (visit(step_number<I>{}), ...);
  }

  steps_call<Body, T> from_;
  call_type call_;
  i64 input_bytes_ = 0;
};

}  // namespace pb::reference

#endif  // PALLASBENCH_REFERENCE_STEPS_HPP
