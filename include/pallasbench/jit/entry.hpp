// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What to compile and launch for a call: the executor's header, which NVRTC includes in front of
// the kernel's text, and the kernel instance by name.
#ifndef PALLASBENCH_JIT_ENTRY_HPP
#define PALLASBENCH_JIT_ENTRY_HPP

#include <pallasbench/patterns/contract/contract.hpp>
#include <pallasbench/patterns/index/index.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/patterns/sequence/sequence.hpp>

#include <string>

namespace pb::jit {

/// header: "pallasbench/patterns/map/map_cuda.cuh"; expression:
/// "pb::cuda::map_kernel<pb::kernels::relu::body, float>".
struct entry {
  std::string header;
  std::string expression;
};

namespace detail {

inline entry pattern_entry(std::string const& pattern, std::string const& arguments) {
  return {"pallasbench/patterns/" + pattern + "/" + pattern + "_cuda.cuh",
          "pb::cuda::" + pattern + "_kernel<" + arguments + ">"};
}

/// How the type is written in a name expression.
template <class T>
inline constexpr char const* type_text = "";
template <>
inline constexpr char const* type_text<float> = "float";
template <>
inline constexpr char const* type_text<i32> = "int";
template <>
inline constexpr char const* type_text<i64> = "long long";

}  // namespace detail

/// `body` is how the body's type is written: "pb::kernels::relu::body".
template <tiling::tiling, class Body, class T>
entry entry_of(map_call<Body, T> const&, std::string const& body) {
  return detail::pattern_entry("map", body + ", " + detail::type_text<T>);
}

template <tiling::tiling Tiling, class Body, class T>
entry entry_of(rows_call<Body, T> const& call, std::string const& body) {
  return detail::pattern_entry("rows", body + ", " + detail::type_text<T> + ", " +
                                           std::to_string(call.template tiling_number<Tiling>()));
}

template <tiling::tiling, class Body, class T>
entry entry_of(contract_call<Body, T> const&, std::string const& body) {
  return detail::pattern_entry("contract", body + ", " + detail::type_text<T>);
}

template <tiling::tiling, class Body, class T, class Index>
entry entry_of(index_call<Body, T, Index> const&, std::string const& body) {
  return detail::pattern_entry("index", body + ", " + detail::type_text<T> + ", " +
                                            detail::type_text<Index>);
}

template <tiling::tiling, class Body, class T>
entry entry_of(sequence_call<Body, T> const&, std::string const& body) {
  return detail::pattern_entry("sequence", body);
}

}  // namespace pb::jit

#endif  // PALLASBENCH_JIT_ENTRY_HPP
