// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// One nvrtcProgram, owned: create, compile once, read the results. Knows nothing of precompiled
// headers or of timing; use compile.hpp rather than this.
#ifndef PALLASBENCH_JIT_PROGRAM_HPP
#define PALLASBENCH_JIT_PROGRAM_HPP

#include <pallasbench/jit/request.hpp>

#include <nvrtc.h>

#include <cstddef>
#include <string>
#include <vector>

namespace pb::jit {

class program {
public:
  /// Refers to nothing in `wanted` afterwards. A failure here is returned by compile().
  explicit program(request const& wanted) {
    std::vector<char const*> texts;
    std::vector<char const*> names;
    for (auto const& header : wanted.headers) {
      texts.push_back(header.text.c_str());
      names.push_back(header.name.c_str());
    }
    created_ = nvrtcCreateProgram(&handle_, wanted.text.c_str(), wanted.name.c_str(),
                                  static_cast<int>(texts.size()), texts.data(), names.data());
    for (auto const& expression : wanted.name_expressions) {
      if (created_ == NVRTC_SUCCESS) {
        created_ = nvrtcAddNameExpression(handle_, expression.c_str());
      }
    }
  }
  ~program() { nvrtcDestroyProgram(&handle_); }
  program(program const&) = delete;
  program& operator=(program const&) = delete;

  nvrtcResult compile(std::vector<std::string> const& options) {
    if (created_ != NVRTC_SUCCESS) return created_;
    std::vector<char const*> arguments;
    arguments.reserve(options.size());
    for (auto const& option : options)
      arguments.push_back(option.c_str());
    return nvrtcCompileProgram(handle_, static_cast<int>(arguments.size()), arguments.data());
  }

  /// The results. Text comes without NVRTC's zeros; empty where there is none.
  std::string log() const { return text(nvrtcGetProgramLogSize, nvrtcGetProgramLog); }
  std::string ptx() const { return text(nvrtcGetPTXSize, nvrtcGetPTX); }

  std::vector<char> cubin() const {
    std::size_t size = 0;
    if (nvrtcGetCUBINSize(handle_, &size) != NVRTC_SUCCESS) return {};
    std::vector<char> bytes(size);
    if (size != 0 && nvrtcGetCUBIN(handle_, bytes.data()) != NVRTC_SUCCESS) return {};
    return bytes;
  }

  /// The mangled name of a name expression; empty if the compiled program has no such entity.
  std::string lowered_name(std::string const& expression) const {
    char const* lowered = nullptr;
    auto const result = nvrtcGetLoweredName(handle_, expression.c_str(), &lowered);
    return result == NVRTC_SUCCESS && lowered != nullptr ? lowered : "";
  }

  nvrtcResult pch_create_status() const { return nvrtcGetPCHCreateStatus(handle_); }

  /// Bytes of PCH heap that creation needed or lacked; 0 if NVRTC does not say.
  std::size_t pch_heap_size_required() const {
    std::size_t size = 0;
    return nvrtcGetPCHHeapSizeRequired(handle_, &size) == NVRTC_SUCCESS ? size : 0;
  }

private:
  template <class GetSize, class Get>
  std::string text(GetSize get_size, Get get) const {
    std::size_t size = 0;
    if (get_size(handle_, &size) != NVRTC_SUCCESS || size == 0) return {};
    std::string result(size, '\0');
    if (get(handle_, result.data()) != NVRTC_SUCCESS) return {};
    std::erase(result, '\0');  // the last character, and in NVRTC 13.0's logs some before it
    return result;
  }

  nvrtcProgram handle_ = nullptr;
  nvrtcResult created_ = NVRTC_SUCCESS;
};

}  // namespace pb::jit

#endif  // PALLASBENCH_JIT_PROGRAM_HPP
