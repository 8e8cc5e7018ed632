// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// compile() with the pre-includes of the request precompiled: what a second kernel costs.
#ifndef PALLASBENCH_JIT_WARM_COMPILE_HPP
#define PALLASBENCH_JIT_WARM_COMPILE_HPP

#include <pallasbench/jit/compile.hpp>
#include <pallasbench/jit/precompiled_header.hpp>

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace pb::jit {

namespace detail {

/// The precompiled headers of this process, newest last. Each is a file of 50 to 200 MB.
class precompiled_headers {
public:
  static precompiled_headers& instance() {
    static precompiled_headers headers;
    return headers;
  }

  /// One that serves `wanted`, made now if there is none; null if that is not possible.
  precompiled_header const* find_or_create(request const& wanted) {
    for (auto const& header : headers_) {
      if (header.serves(wanted)) return &header;
    }
    auto created = precompiled_header::create(wanted);
    if (!created) return nullptr;
    if (headers_.size() == capacity) headers_.erase(headers_.begin());
    headers_.push_back(std::move(*created));
    return &headers_.back();
  }

  void forget(request const& wanted) {
    std::erase_if(headers_, [&](auto const& header) { return header.serves(wanted); });
  }

  std::mutex& mutex() { return mutex_; }

private:
  static constexpr std::size_t capacity = 4;
  std::mutex mutex_;
  std::vector<precompiled_header> headers_;
};

/// NVRTC says on a line of the log that it used the file. Finds that line and takes it out.
inline bool take_pch_message(std::string& log) {
  auto const found = log.find("using precompiled header file");
  if (found == std::string::npos) return false;
  auto const begin = log.rfind('\n', found) == std::string::npos ? 0 : log.rfind('\n', found) + 1;
  auto const end = std::min(log.find('\n', found), log.size() - 1) + 1;
  log.erase(begin, end - begin);
  return true;
}

inline compiled compile_with_pch(request const& wanted, precompiled_header const& header) {
  auto options = options_of(wanted);
  options.push_back("--use-pch=" + header.path());
  options.emplace_back("--pch-messages=true");
  auto result = compile_with(wanted, options);
  result.used_pch = take_pch_message(result.log);
  return result;
}

}  // namespace detail

/// Makes sure that the pre-includes of `wanted` are precompiled, then compiles. `seconds` is the
/// second step alone. The cubin is the one that compile() makes. Where no precompiled header can be
/// made or used, this is compile(), and used_pch is false: a compile never fails for want of one.
///
/// The precompiled header is kept until the process ends, under the text of all `headers` and all
/// options. Only files under `include_dirs` are not looked at again: they must not change while
/// the process runs.
inline compiled warm_compile(request const& wanted) {
  detail::load_compiler();
  auto& headers = detail::precompiled_headers::instance();
  std::scoped_lock const lock(headers.mutex());
  if (auto const* header = headers.find_or_create(wanted)) {
    auto result = detail::compile_with_pch(wanted, *header);
    if (result.used_pch) return result;
    headers.forget(wanted);
  }
  return compile(wanted);
}

}  // namespace pb::jit

#endif  // PALLASBENCH_JIT_WARM_COMPILE_HPP
