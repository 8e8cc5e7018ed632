// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The f64 references compiled by nvcc, by kernel name, for host code that nvcc does not compile.
#ifndef PALLASBENCH_REFERENCE_CUDA_REGISTRY_HPP
#define PALLASBENCH_REFERENCE_CUDA_REGISTRY_HPP

#include <cuda_runtime_api.h>

#include <map>
#include <string>

namespace pb::reference {

/// Enqueues the reference of a call on the stream. `call` is the kernel's parameter struct, with device
/// pointers; out[i], on the device, becomes the result at flat index i.
using cuda_reference = cudaError_t (*)(void const* call, double* out, cudaStream_t stream);

inline std::map<std::string, cuda_reference>& cuda_references() {
  static std::map<std::string, cuda_reference> references;
  return references;
}

inline bool register_cuda_reference(std::string const& kernel, cuda_reference reference) {
  return cuda_references().emplace(kernel, reference).second;
}

}  // namespace pb::reference

#endif  // PALLASBENCH_REFERENCE_CUDA_REGISTRY_HPP
