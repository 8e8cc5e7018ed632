// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// How a measurement went: fine, or a CUDA error with what was being done. Nothing here throws.
#ifndef PALLASBENCH_MEASURE_STATUS_HPP
#define PALLASBENCH_MEASURE_STATUS_HPP

#include <cuda_runtime_api.h>

#include <string>

namespace pb::measure {

struct status {
  cudaError_t code = cudaSuccess;
  std::string message;  // empty if ok

  bool ok() const { return code == cudaSuccess; }
};

/// "end of capture: operation not permitted when stream is capturing". Clears the runtime's last
/// error, which belongs to this status from now on.
inline status check(cudaError_t code, char const* what) {
  if (code == cudaSuccess) return {};
  static_cast<void>(cudaGetLastError());
  return {code, std::string(what) + ": " + cudaGetErrorString(code)};
}

/// Runs steps, each returning a status, until one fails; returns that one.
template <class... Steps>
status in_order(Steps&&... steps) {
  status result;
  static_cast<void>(((result = steps(), result.ok()) && ...));
  return result;
}

}  // namespace pb::measure

#endif  // PALLASBENCH_MEASURE_STATUS_HPP
