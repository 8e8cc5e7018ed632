// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// A call: a body with the arrays it works on. It is what every reading takes: the executors run it,
// the reference evaluates it in f64, the tracer records it, the cost reading counts it. Each pattern
// has one call type, an aggregate that is also the CUDA kernel's only parameter.
#ifndef PALLASBENCH_PATTERNS_CALL_HPP
#define PALLASBENCH_PATTERNS_CALL_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/core/extents.hpp>

namespace pb {

/// The call type of a body with elements of type T; each pattern's header specialises it, with
///   body, in[num_inputs<Body>], out, and its extents;
///   static make(body, dims)          extents from the problem's dimensions, null pointers
///   input_shape(i), input_type(i), output_shape(); output_type, the element type of out
///   plan_for<Tiling>()               the plan of a launch
///   is_allowed()                     whether the body's parameters may be run
///   bytes_moved()                    what must be read and written at least
template <operation Body, class T>
struct call_for {
  static_assert(sizeof(T) == 0,
                "pb: the header of this body's pattern is not included: "
                "pallasbench/patterns/<pattern>/<pattern>.hpp");
};

template <operation Body, class T>
using call_of = typename call_for<Body, T>::type;

/// Input I of a call, as elements of type T.
template <class T, class Call>
PB_FN T const* input(Call const& call, int i) {
  return static_cast<T const*>(call.in[i]);
}

}  // namespace pb

#endif  // PALLASBENCH_PATTERNS_CALL_HPP
