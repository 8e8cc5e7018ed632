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
#include <pallasbench/reference/reference.hpp>

#include <thrust/execution_policy.h>

#include <vector>

#include "support/run_call.hpp"

namespace pb::test {

inline void require(measure::status const& status) { REQUIRE_MESSAGE(status.ok(), status.message); }

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

  template <class Call>
  static void run(Call const& call) {
    measure::stream stream;
    require(stream.create());
    require(measure::check(cuda::launch<Tiling>(call, stream.get()), "launching"));
    require(stream.synchronize());
  }

  template <class Call>
  static void evaluate_reference(Call const& call, double* out) {
    if constexpr (pattern_of<decltype(call.body)> == pattern_kind::contract)
      reference::evaluate<8, 64>(thrust::seq, call, out);
    else
      reference::evaluate(thrust::seq, call, out);
  }

  /// Runs out = body(in...) through the public call on views; whether it was accepted.
  template <class Body, class... View>
  static bool accepts(Body const& body, View const&... views) {
    measure::stream stream;
    require(stream.create());
    cudaError_t const launched = cuda::launch<Tiling>(body, stream.get(), views...);
    CHECK((launched == cudaSuccess || launched == cudaErrorInvalidValue));
    require(stream.synchronize());
    return launched == cudaSuccess;
  }
};

}  // namespace pb::test

#endif  // PALLASBENCH_TESTS_SUPPORT_CUDA_EXECUTOR_CUH
