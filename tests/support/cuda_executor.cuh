// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The CUDA executor, as the cases of tests/kernels/cases see it. The f64 reference is evaluated on
// the host, so that kernel and expected value share no device.
#ifndef PALLASBENCH_TESTS_SUPPORT_CUDA_EXECUTOR_CUH
#define PALLASBENCH_TESTS_SUPPORT_CUDA_EXECUTOR_CUH

#include <pallasbench/cuda.cuh>
#include <pallasbench/measure/handles.hpp>
#include <pallasbench/measure/memory.hpp>
#include <pallasbench/reference/on_host.hpp>

#include <thrust/execution_policy.h>

#include <vector>

#include "support/run_call.hpp"

namespace pb::test {

inline void require(measure::status const& status) { REQUIRE_MESSAGE(status.ok(), status.message); }

/// Waits; neither the stream nor the runtime may hold an error, or the next call is blamed for it.
inline void require_no_error(measure::stream const& stream) {
  require(stream.synchronize());
  require(measure::check(cudaGetLastError(), "the last error"));
}

class device_memory {
public:
  explicit device_memory(std::size_t bytes) { require(buffer_.allocate(static_cast<i64>(bytes))); }
  void* data() const { return buffer_.data(); }
  void write(std::vector<u8> const& from) {
    require(buffer_.upload(from.data(), static_cast<i64>(from.size())));
  }
  void read(std::vector<u8>& to) const {
    require(buffer_.download(to.data(), static_cast<i64>(to.size())));
  }

private:
  measure::device_buffer buffer_;
};

template <class Tiling>
struct executor {
  using memory = device_memory;

  /// A call that needs workspace and has none gets the plan's, poisoned like all fresh memory.
  template <class Call>
  static void run(Call call) {
    device_memory const workspace(
        static_cast<std::size_t>(call.template plan_for<Tiling>().workspace_bytes));
    if constexpr (requires { call.workspace; }) {
      if (call.workspace == nullptr) call.workspace = workspace.data();
    }
    measure::stream stream;
    require(stream.create());
    require(measure::check(cuda::launch<Tiling>(call, stream.get()), "launching"));
    require_no_error(stream);
  }

  template <class Call>
  static void evaluate_reference(Call const& call, double* out) {
    reference::evaluate_on_host(thrust::seq, call, out);
  }

  /// Runs out = body(in...) through the public call on views; whether it was accepted.
  template <class Body, class... View>
  static bool accepts(Body const& body, void* workspace, View const&... views) {
    measure::stream stream;
    require(stream.create());
    cudaError_t const launched = cuda::launch<Tiling>(body, stream.get(), workspace, views...);
    CHECK((launched == cudaSuccess || launched == cudaErrorInvalidValue));
    require_no_error(stream);
    return launched == cudaSuccess;
  }

  /// The same in a workspace of the size that the library asks for.
  template <class Body, class... View>
  static bool accepts(Body const& body, View const&... views) {
    device_memory const workspace(
        static_cast<std::size_t>(cuda::workspace_bytes<Tiling>(body, views...)));
    return accepts(body, workspace.data(), views...);
  }
};

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_SUPPORT_CUDA_EXECUTOR_CUH
