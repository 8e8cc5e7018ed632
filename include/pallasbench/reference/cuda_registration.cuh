// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// PB_REGISTER_CUDA_REFERENCE(name): makes the f64 reference of pb::kernels::name known to the program.
// The build generates one source with this line for each kernel file.
#ifndef PALLASBENCH_REFERENCE_CUDA_REGISTRATION_CUH
#define PALLASBENCH_REFERENCE_CUDA_REGISTRATION_CUH

#include <pallasbench/reference/cuda_registry.hpp>
#include <pallasbench/reference/reference_cuda.cuh>

namespace pb::reference {

template <class Kernel>
cudaError_t evaluate_kernel(void const* call, double* out, cudaStream_t stream) {
  using body = typename Kernel::body;
  constexpr bool is_genomic = operand_of<body, 0> == operand::bases;
  using element = pb::detail::conditional_t<is_genomic, u8, float>;
  return cuda::evaluate_reference(*static_cast<call_of<body, element> const*>(call), out, stream);
}

}  // namespace pb::reference

#define PB_REGISTER_CUDA_REFERENCE(name_)                                              \
  namespace {                                                                          \
  [[maybe_unused]] bool const registered_reference_##name_ =                           \
      pb::reference::register_cuda_reference(                                          \
          pb::kernels::name_::info.name,                                               \
          pb::reference::evaluate_kernel<pb::kernels::name_>);                         \
  }

#endif  // PALLASBENCH_REFERENCE_CUDA_REGISTRATION_CUH
