// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What the tests of evaluate() share: kernels by name, their published texts, and a backend that
// serves what a degenerate kernel would.
#ifndef PALLASBENCH_TESTS_ROBUST_FAKE_BACKEND_HPP
#define PALLASBENCH_TESTS_ROBUST_FAKE_BACKEND_HPP

#include <pallasbench/record/this_program.hpp>
#include <pallasbench/robust/evaluation.hpp>
#include <pallasbench/robust/host_backend.hpp>
#include <pallasbench/robust/registry.hpp>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pb::tests {

inline robust::registered_kernel kernel_named(std::string_view name) {
  for (auto const& kernel : robust::all_kernels())
    if (kernel.info.name == name) return kernel;
  throw std::runtime_error("no kernel " + std::string(name));
}

inline std::unique_ptr<robust::problem> small_problem(std::string_view name) {
  auto const kernel = kernel_named(name);
  return kernel.make_problem(kernel.dims.small, element_type::f32);
}

inline robust::kernel_texts published_texts(robust::registered_kernel const& kernel) {
  return record::texts_of(kernel.file).value();
}

/// The host backend, whose outputs a degenerate kernel then replaces.
class fake_backend final : public robust::backend {
public:
  using arrays = std::vector<robust::array_bytes>;
  /// Gets the inputs and the right output, and turns that into what the kernel would write.
  using degenerate_kernel =
      std::function<void(robust::problem const&, arrays const& in, robust::array_bytes& out)>;

  explicit fake_backend(degenerate_kernel kernel, robust::variant faulty = robust::variant::fixed)
      : kernel_(std::move(kernel)), faulty_(faulty) {}

  robust::compilation prepare(robust::problem const& p, robust::variant v,
                              std::string const& text) override {
    return honest_.prepare(p, v, text);
  }
  robust::outcome run(robust::problem const& p, robust::variant v, arrays const& in,
                      robust::array_bytes& out) override {
    auto const done = honest_.run(p, v, in, out);
    if (v == faulty_) kernel_(p, in, out);
    return done;
  }
  robust::outcome reference(robust::problem const& p, arrays const& in,
                            robust::doubles& out) override {
    return honest_.reference(p, in, out);
  }
  robust::outcome measure(robust::problem const& p, arrays const& in,
                          robust::measurements& found) override {
    return honest_.measure(p, in, found);
  }

private:
  robust::host_backend honest_;
  degenerate_kernel kernel_;
  robust::variant faulty_;
};

}  // namespace pb::tests

#endif  // PALLASBENCH_TESTS_ROBUST_FAKE_BACKEND_HPP
