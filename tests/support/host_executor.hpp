// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The host executor, as the cases of tests/kernels/cases see it.
#ifndef PALLASBENCH_TESTS_SUPPORT_HOST_EXECUTOR_HPP
#define PALLASBENCH_TESTS_SUPPORT_HOST_EXECUTOR_HPP

#include <pallasbench/host.hpp>
#include <pallasbench/reference/reference_host.hpp>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "support/run_call.hpp"

namespace pb::test {

class host_memory {
public:
  explicit host_memory(std::size_t bytes)
      : bytes_(static_cast<u8*>(std::aligned_alloc(256, (bytes + 255) / 256 * 256))) {
    REQUIRE(bytes_ != nullptr);
  }
  void* data() const { return bytes_.get(); }
  void write(std::vector<u8> const& from) { std::copy(from.begin(), from.end(), bytes_.get()); }
  void read(std::vector<u8>& to) const { std::copy_n(bytes_.get(), to.size(), to.begin()); }

private:
  struct release {
    void operator()(u8* bytes) const { std::free(bytes); }
  };
  std::unique_ptr<u8[], release> bytes_;
};

template <class Tiling>
struct executor {
  using memory = host_memory;

  /// A call that has no workspace gets the plan's, poisoned.
  template <class Call>
  static void run(Call call) {
    plan const p = call.template plan_for<Tiling>();
    std::vector<u8> const fresh(static_cast<std::size_t>(p.workspace_bytes), poison);
    host_memory workspace(fresh.size());
    workspace.write(fresh);
    if constexpr (requires { call.workspace; }) {
      if (call.workspace == nullptr) call.workspace = workspace.data();
    }
    host::run(call, p);
  }

  template <class Call>
  static void evaluate_reference(Call const& call, double* out) {
    host::evaluate_reference(call, out);
  }

  /// Runs out = body(in...) through the public call on views; whether it was accepted.
  template <class Body, class... View>
  static bool accepts(Body const& body, View const&... views) {
    return host::run<Tiling>(body, views...).ok();
  }
};

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_SUPPORT_HOST_EXECUTOR_HPP
