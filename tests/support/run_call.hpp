// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs a body on an executor and checks what comes out. An executor<Tiling> has a memory type,
// run(call), evaluate_reference(call, out) and accepts(body, out view, input views...):
// host_executor.hpp or cuda_executor.cuh defines it, for a program of one kind.
#ifndef PALLASBENCH_TESTS_SUPPORT_RUN_CALL_HPP
#define PALLASBENCH_TESTS_SUPPORT_RUN_CALL_HPP

#include <pallasbench/patterns/call.hpp>
#include <pallasbench/tiling/tiling.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "support/inputs.hpp"
#include "support/placed_array.hpp"

namespace pb::test {

using clamped = tiling::clamped<65536>;
using tiling::whole_array;

/// A result is right where abs(out - expected) <= atol + rtol abs(expected).
struct tolerance {
  double atol, rtol;
};
inline constexpr tolerance exact{0, 0};
inline constexpr tolerance f32_rounding{1e-5, 1e-5};
inline constexpr tolerance f32_product{1e-4, 1e-5};

inline bool is_right(double out, double expected, tolerance tol) {
  if (std::isnan(expected)) return std::isnan(out);
  if (std::isinf(expected)) return out == expected;
  return std::abs(out - expected) <= tol.atol + tol.rtol * std::abs(expected);
}

/// Checks every element: written, and right.
template <class T>
void check_elements(std::vector<T> const& out, std::vector<double> const& expected, tolerance tol) {
  REQUIRE(out.size() == expected.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    double const element = static_cast<double>(out[i]);
    if (!is_poisoned(out[i]) && is_right(element, expected[i], tol)) continue;
    FAIL_CHECK("element " << i << " of " << out.size() << " is "
                          << (is_poisoned(out[i]) ? "never written" : std::to_string(element))
                          << ", not " << expected[i] << "; seed " << seed());
    return;
  }
}

/// Where the arrays lie: all on a boundary, or input i so far as i + 1 elements behind one and the
/// output 3.
enum class placement { aligned, shifted };

template <class T, class...>
struct first_of {
  using type = T;
};
template <class Body, class... In>
using call_on = call_of<Body, typename first_of<In...>::type>;

/// out = body(in...) in the executor's memory, with NaN around the inputs.
template <class Executor, class Body, class... In>
auto run_at(placement where, Body const& body, extents const& dims, std::vector<In> const&... in) {
  using memory = typename Executor::memory;
  auto call = call_on<Body, In...>::make(body, dims);
  using out_type = typename decltype(call)::output_type;
  bool const shifted = where == placement::shifted;
  auto shift_of_next = [shifted, number = i64(0)]() mutable { return shifted ? ++number : 0; };
  std::tuple<placed_array<memory, In>...> const inputs{
      placed_array<memory, In>(in, shift_of_next(), poison)...};
  placed_array<memory, out_type> const out(poisoned<out_type>(call.output_shape().count()),
                                           shifted ? 3 : 0, around_output);
  int i = 0;
  std::apply([&](auto const&... array) { ((call.in[i++] = array.data()), ...); }, inputs);
  call.out = out.data();
  Executor::run(call);
  CHECK(std::apply([](auto const&... array) { return (array.is_unchanged() && ...); }, inputs));
  return out.read();
}

/// The f64 reference of body(in...).
template <class Executor, class Body, class... In>
std::vector<double> reference_of(Body const& body, extents const& dims,
                                 std::vector<In> const&... in) {
  auto call = call_on<Body, In...>::make(body, dims);
  int i = 0;
  ((call.in[i++] = in.data()), ...);
  std::vector<double> out(static_cast<std::size_t>(call.output_shape().count()));
  Executor::evaluate_reference(call, out.data());
  return out;
}

/// Checks body(in...) against literals, in both placements.
template <class Executor, class Body, class... In>
void check_values(std::vector<double> const& expected, tolerance tol, Body const& body,
                  extents const& dims, std::vector<In> const&... in) {
  for (auto const where : {placement::aligned, placement::shifted}) {
    CAPTURE(static_cast<int>(where));
    check_elements(run_at<Executor>(where, body, dims, in...), expected, tol);
  }
}

/// Checks body(in...) against the f64 reference, in both placements.
template <class Executor, class Body, class... In>
void check_reference(tolerance tol, Body const& body, extents const& dims,
                     std::vector<In> const&... in) {
  std::string shape;
  for (int d = 0; d < dims.rank; ++d)
    shape += std::to_string(dims[d]) + " ";
  CAPTURE(shape);
  check_values<Executor>(reference_of<Executor>(body, dims, in...), tol, body, dims, in...);
}

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_SUPPORT_RUN_CALL_HPP
