// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA streams, events and graphs, owned. Each is made by a call that returns a status, because a
// constructor could not say what went wrong. Destructors ignore errors: what they would report has
// been reported by the calls before.
#ifndef PALLASBENCH_MEASURE_HANDLES_HPP
#define PALLASBENCH_MEASURE_HANDLES_HPP

#include <pallasbench/measure/status.hpp>

#include <cuda_runtime_api.h>

#include <cstddef>
#include <functional>

namespace pb::measure {

/// Enqueues work on a stream and returns without waiting for it. To be captured in a graph, it must
/// neither synchronise nor call cudaMalloc or cudaFree; cudaMallocAsync and cudaFreeAsync are fine.
using launch_fn = std::function<cudaError_t(cudaStream_t)>;

class stream {
public:
  stream() = default;
  ~stream() {
    if (handle_ != nullptr) static_cast<void>(cudaStreamDestroy(handle_));
  }
  stream(stream const&) = delete;
  stream& operator=(stream const&) = delete;

  status create() {
    return check(cudaStreamCreateWithFlags(&handle_, cudaStreamNonBlocking), "stream");
  }
  status synchronize() const { return check(cudaStreamSynchronize(handle_), "running the kernel"); }
  cudaStream_t get() const { return handle_; }

private:
  cudaStream_t handle_ = nullptr;
};

class event {
public:
  event() = default;
  ~event() {
    if (handle_ != nullptr) static_cast<void>(cudaEventDestroy(handle_));
  }
  event(event const&) = delete;
  event& operator=(event const&) = delete;

  status create() { return check(cudaEventCreate(&handle_), "event"); }
  status record(stream const& on) const {
    return check(cudaEventRecord(handle_, on.get()), "recording an event");
  }
  /// Both must have happened.
  status seconds_since(event const& earlier, double& seconds) const {
    float milliseconds = 0;
    auto const result = cudaEventElapsedTime(&milliseconds, earlier.handle_, handle_);
    seconds = static_cast<double>(milliseconds) * 1e-3;
    return check(result, "reading an event");
  }

private:
  cudaEvent_t handle_ = nullptr;
};

/// Work captured once, to be replayed with one call.
class graph {
public:
  graph() = default;
  ~graph() {
    if (executable_ != nullptr) static_cast<void>(cudaGraphExecDestroy(executable_));
    if (graph_ != nullptr) static_cast<void>(cudaGraphDestroy(graph_));
  }
  graph(graph const&) = delete;
  graph& operator=(graph const&) = delete;

  /// Captures `times` calls of `launch`, one after the other. Once per object.
  status capture(stream const& on, launch_fn const& launch, int times) {
    auto begun = check(cudaStreamBeginCapture(on.get(), cudaStreamCaptureModeThreadLocal),
                       "beginning a capture");
    if (!begun.ok()) return begun;
    auto launched = cudaSuccess;
    for (int i = 0; i < times && launched == cudaSuccess; ++i)
      launched = launch(on.get());
    auto const ended = cudaStreamEndCapture(on.get(), &graph_);  // also after a failed launch
    return in_order(
        [&] { return check(launched, "launching under capture"); },
        [&] { return check(ended, "ending a capture"); },
        [&] { return check(cudaGraphGetNodes(graph_, nullptr, &nodes_), "counting nodes"); },
        [&] { return check(cudaGraphInstantiate(&executable_, graph_, 0), "making a graph"); });
  }

  cudaError_t replay(cudaStream_t on) const { return cudaGraphLaunch(executable_, on); }

  /// Kernels, copies and memsets of one replay.
  int num_nodes() const { return static_cast<int>(nodes_); }

private:
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t executable_ = nullptr;
  std::size_t nodes_ = 0;
};

}  // namespace pb::measure

#endif  // PALLASBENCH_MEASURE_HANDLES_HPP
