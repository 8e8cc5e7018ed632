// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The run-time compiler at hand: its version, and how it names an architecture. Where the headers
// of the toolkit lie is the build's business, see request::include_dirs.
// All of jit/ needs CUDA 12.9 or newer, at compile time and at run time.
#ifndef PALLASBENCH_JIT_TOOLKIT_HPP
#define PALLASBENCH_JIT_TOOLKIT_HPP

#include <nvrtc.h>

#include <string>

namespace pb::jit {

/// "13.0", the version of the NVRTC library that this process loaded; empty if NVRTC cannot say.
inline std::string nvrtc_version() {
  int major = 0;
  int minor = 0;
  if (nvrtcVersion(&major, &minor) != NVRTC_SUCCESS) return {};
  return std::to_string(major) + "." + std::to_string(minor);
}

/// "sm_90" for compute capability 9.0: what request::arch expects.
inline std::string arch_name(int major, int minor) {
  return "sm_" + std::to_string(major) + std::to_string(minor);
}

}  // namespace pb::jit

#endif  // PALLASBENCH_JIT_TOOLKIT_HPP
