// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The kernels of a program, by name: each registers itself from a source of its own.
#ifndef PALLASBENCH_ROBUST_REGISTRY_HPP
#define PALLASBENCH_ROBUST_REGISTRY_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/robust/problem.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pb::robust {

struct registered_kernel {
  kernels::kernel_info info;
  kernels::presets dims;
  std::string file;  // as an #include names it
  /// With floating-point arrays of this type: f32, f16 or bf16.
  std::function<std::unique_ptr<problem>(extents const&, element_type)> make_problem;
};

namespace detail {
inline std::vector<registered_kernel>& kernel_list() {
  static std::vector<registered_kernel> list;
  return list;
}
}  // namespace detail

/// Adds a kernel. Called before main(), in any order.
inline bool register_kernel(registered_kernel kernel) {
  detail::kernel_list().push_back(std::move(kernel));
  return true;
}

/// All kernels, in the order of the specification.
inline std::vector<registered_kernel> all_kernels() {
  auto list = detail::kernel_list();
  std::stable_sort(list.begin(), list.end(),
                   [](auto const& a, auto const& b) { return a.info.number < b.info.number; });
  return list;
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_REGISTRY_HPP
