// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What to compile and launch for a call: the executor's header, which NVRTC includes in front of
// the kernel's text, and the kernel instance by name.
#ifndef PALLASBENCH_JIT_ENTRY_HPP
#define PALLASBENCH_JIT_ENTRY_HPP

#include <pallasbench/patterns/attend/attend.hpp>
#include <pallasbench/patterns/columns/columns.hpp>
#include <pallasbench/patterns/contract/contract.hpp>
#include <pallasbench/patterns/convolve/convolve.hpp>
#include <pallasbench/patterns/index/index.hpp>
#include <pallasbench/patterns/index/one_hot.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/patterns/reduce/reduce.hpp>
#include <pallasbench/patterns/rows/rows.hpp>
#include <pallasbench/patterns/scatter/scatter.hpp>
#include <pallasbench/patterns/sequence/reversed.hpp>
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
inline constexpr char const* type_text<f16> = "pb::f16";
template <>
inline constexpr char const* type_text<bf16> = "pb::bf16";
template <>
inline constexpr char const* type_text<u8> = "unsigned char";
template <class T, u32 Narrow>
inline std::string const type_text<mixed<T, Narrow>> =
    std::string("pb::mixed<") + type_text<T> + ", " + std::to_string(Narrow) + "u>";
template <>
inline constexpr char const* type_text<i32> = "int";
template <>
inline constexpr char const* type_text<i64> = "long long";
template <class T, class Index>
inline std::string const type_text<with_index<T, Index>> =
    std::string("pb::with_index<") + type_text<T> + ", " + type_text<Index> + ">";

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

template <tiling::tiling Tiling, class Body, class T>
entry entry_of(reduce_call<Body, T> const& call, std::string const& body) {
  return detail::pattern_entry("reduce", body + ", " + detail::type_text<T> + ", " +
                                             std::to_string(call.template tiling_number<Tiling>()));
}

template <tiling::tiling, class Body, class T>
entry entry_of(contract_call<Body, T> const&, std::string const& body) {
  return detail::pattern_entry("contract", body + ", " + detail::type_text<T>);
}

template <tiling::tiling, class Body, class T>
entry entry_of(attend_call<Body, T> const&, std::string const& body) {
  return detail::pattern_entry("attend", body + ", " + detail::type_text<T>);
}

template <tiling::tiling, class Body, class T, class Index>
entry entry_of(index_call<Body, T, Index> const&, std::string const& body) {
  return detail::pattern_entry("index", body + ", " + detail::type_text<T> + ", " +
                                            detail::type_text<Index>);
}

template <tiling::tiling, class Body, class T>
entry entry_of(convolve_call<Body, T> const& call, std::string const& body) {
  return detail::pattern_entry("convolve", body + ", " + detail::type_text<T> + ", " +
                                               std::to_string(call.tiling_number()));
}

template <tiling::tiling, class Body, class T, class Index>
entry entry_of(scatter_call<Body, T, Index> const&, std::string const& body) {
  return detail::pattern_entry("scatter", body + ", " + detail::type_text<T> + ", " +
                                              detail::type_text<Index>);
}

template <tiling::tiling, class Body, class T, class Index>
entry entry_of(one_hot_call<Body, T, Index> const&, std::string const& body) {
  return {"pallasbench/patterns/index/one_hot_cuda.cuh",
          "pb::cuda::one_hot_kernel<" + body + ", " + detail::type_text<T> + ", " +
              detail::type_text<Index> + ">"};
}

template <tiling::tiling, class Body, class T>
entry entry_of(columns_call<Body, T> const& call, std::string const& body) {
  return detail::pattern_entry("columns", body + ", " + detail::type_text<T> + ", " +
                                              std::to_string(call.tiling_number()));
}

template <tiling::tiling, class Body, class T>
entry entry_of(sequence_call<Body, T> const&, std::string const& body) {
  return detail::pattern_entry("sequence", body);
}

template <tiling::tiling, class Body, class T>
entry entry_of(reversed_call<Body, T> const&, std::string const& body) {
  return {"pallasbench/patterns/sequence/reversed_cuda.cuh",
          "pb::cuda::reversed_kernel<" + body + ">"};
}

}  // namespace pb::jit

#endif  // PALLASBENCH_JIT_ENTRY_HPP
