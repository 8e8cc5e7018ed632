// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// From a body and views to a call: the problem's dimensions are read off the views, and every view is
// checked against them. Nothing is launched or touched here.
#ifndef PALLASBENCH_PATTERNS_BIND_HPP
#define PALLASBENCH_PATTERNS_BIND_HPP

#include <pallasbench/core/convert.hpp>
#include <pallasbench/core/views.hpp>
#include <pallasbench/patterns/call.hpp>

#include <cuda/std/type_traits>

namespace pb {

/// Why a call was refused; `argument` is the number of the input, -1 for the output.
struct [[nodiscard]] status {
  enum class reason { ok, wrong_extents, refused_parameter, no_workspace };
  reason what = reason::ok;
  int argument = 0;
  extents given, allowed;

  constexpr bool ok() const { return what == reason::ok; }
};

/// A call and whether it may be run.
template <class Call>
struct bound_call {
  Call call;
  pb::status status;
};

namespace detail {

template <class Body, int... I>
constexpr bool role_is(int number, operand role, indices<I...>) {
  return ((I == number && operand_of<Body, I> == role) || ...);
}
template <class Body>
constexpr bool roles_match(int number, operand role) {
  return role_is<Body>(number, role, make_indices<num_inputs<Body>>{});
}

template <class Call, class... In, int... I>
constexpr bool input_types_match(indices<I...>) {
  return (same<In, typename Call::template input_type<I>> && ...);
}

/// The element type of a call: that of the first input, or of the output where that input is an index.
template <class Body, class Out, class First, class...>
struct element_from {
  using type = conditional_t<operand_of<Body, 0> == operand::index, Out, First>;
};

/// The type of the indices or labels among views of element types In: i64 or i32.
template <class Body, class... In, int... I>
constexpr auto index_from(indices<I...>) {
  constexpr bool is_wide =
      ((same<In, i64> &&
        (operand_of<Body, I> == operand::index || operand_of<Body, I> == operand::label)) ||
       ...);
  return conditional_t<is_wide, i64, i32>{};
}

template <class T, class Index>
using with_index_from = conditional_t<same<Index, i32>, T, with_index<T, Index>>;

template <class Body, class First, class... Rest>
constexpr extents dims_from(First const& first, Rest const&... rest) {
  if constexpr (pattern_of<Body> == pattern_kind::contract) {
    // b is the first operand of role matrix.
    extents b;
    int number = 0;
    ((roles_match<Body>(++number, operand::matrix) ? void(b = extents_of(rest)) : void()), ...);
    extents const a = extents_of(first);
    return {a[0], a[1], b[1]};
  } else if constexpr (pattern_of<Body> == pattern_kind::attend) {
    // The same, with the number of keys, the second extent from the end of k, before the last.
    extents dims = extents_of(first);
    int const last = dims.rank++;
    extents keys;
    int number = 0;
    ((++number == 1 ? void(keys = extents_of(rest)) : void()), ...);
    dims[last] = dims[last - 1];
    dims[last - 1] = keys[int(max_of(last - 2, 0))];
    return dims;
  } else if constexpr (pattern_of<Body> == pattern_kind::steps) {
    extents const shapes[] = {extents_of(first), extents_of(rest)...};
    return call_of<Body, float>::dims_of(shapes);
  } else if constexpr (pattern_of<Body> == pattern_kind::index) {
    extents const table = extents_of(first);
    i64 lookups = 0;
    int number = 0;
    ((++number == 1 ? void(lookups = extents_of(rest)[0]) : void()), ...);
    return {table[0], table[1], lookups};
  } else {
    return extents_of(first);
  }
}

/// The problem's dimensions; a call whose pattern reads them off in its own way has dims_of().
template <class Call, class... In>
constexpr extents dims_of(extents const& out, extents const (&shapes)[sizeof...(In)],
                          In const&... in) {
  if constexpr (requires { Call::dims_of(out, shapes); }) return Call::dims_of(out, shapes);
  else return dims_from<remove_cvref_t<decltype(Call::body)>>(in...);
}

template <class Call, int... I>
constexpr status check_extents(Call const& call, extents const& out, extents const (&in)[sizeof...(I)],
                               indices<I...>) {
  status result;
  auto const compare = [&](int argument, extents const& given, extents const& allowed) {
    if (result.ok() && !(given == allowed))
      result = {status::reason::wrong_extents, argument, given, allowed};
  };
  (compare(I, in[I], call.template input_shape<I>()), ...);
  compare(-1, out, call.output_shape());
  return result;
}

}  // namespace detail

/// Binds a body to views: out = body(in...). The element type is that of the first input, or of
/// the output where that input is an index; indices and labels are i32 or i64. A view of another
/// rank, extent or element type than the call has is refused: the types at compile time, the extents
/// by the status.
template <operation Body, class Out, class OutExtents, class... In, class... InExtents>
constexpr auto bind(Body const& body, ::cuda::std::mdspan<Out, OutExtents> const& out,
                    ::cuda::std::mdspan<In, InExtents> const&... in) {
  static_assert(int(sizeof...(In)) == num_inputs<Body>,
                "pb: the number of input views is not the number of the operation's operands");
  using T = typename detail::element_from<Body, Out, ::cuda::std::remove_const_t<In>...>::type;
  using Index = decltype(detail::index_from<Body, ::cuda::std::remove_const_t<In>...>(
      detail::make_indices<num_inputs<Body>>{}));
  using Call = call_of<Body, detail::with_index_from<T, Index>>;
  static_assert(detail::input_types_match<Call, ::cuda::std::remove_const_t<In>...>(
                    detail::make_indices<num_inputs<Body>>{}),
                "pb: an input view has another element type than the operation takes there");
  static_assert(detail::same<Out, typename Call::output_type>,
                "pb: the output view has another element type than the operation gives");
  extents const shapes[] = {extents_of(in)...};
  Call call = Call::make(body, detail::dims_of<Call>(extents_of(out), shapes, in...));
  int i = 0;
  ((call.in[i++] = in.data_handle()), ...);
  call.out = out.data_handle();
  status s = detail::check_extents(call, extents_of(out), shapes,
                                   detail::make_indices<num_inputs<Body>>{});
  if (s.ok() && !call.is_allowed()) s.what = status::reason::refused_parameter;
  return bound_call<Call>{call, s};
}

}  // namespace pb

#endif  // PALLASBENCH_PATTERNS_BIND_HPP
