// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Compiles each header given, alone, with NVRTC; it needs no GPU.
//   test_headers_nvrtc -I<folder>... <header>...
#include <nvrtc.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace {

bool compiles_alone(std::string_view header, std::vector<char const*> const& options) {
  auto const source = "#include <" + std::string(header) + ">\n";
  nvrtcProgram program = nullptr;
  if (nvrtcCreateProgram(&program, source.c_str(), "alone.cu", 0, nullptr, nullptr) !=
      NVRTC_SUCCESS) {
    return false;
  }
  auto const status =
      nvrtcCompileProgram(program, static_cast<int>(options.size()), options.data());
  if (status != NVRTC_SUCCESS) {
    std::size_t size = 0;
    nvrtcGetProgramLogSize(program, &size);
    std::string log(size, '\0');
    nvrtcGetProgramLog(program, log.data());
    std::printf("FAILED %s: %s\n%s\n", std::string(header).c_str(), nvrtcGetErrorString(status),
                log.c_str());
  }
  nvrtcDestroyProgram(&program);
  return status == NVRTC_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<char const*> options{"--std=c++20", "--gpu-architecture=compute_80"};
  int failed = 0;
  int compiled = 0;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]).starts_with("-I")) {
      options.push_back(argv[i]);
    } else {
      ++compiled;
      failed += compiles_alone(argv[i], options) ? 0 : 1;
    }
  }
  std::printf("%d headers, %d failed\n", compiled, failed);
  return failed == 0 && compiled > 0 ? 0 : 1;
}
