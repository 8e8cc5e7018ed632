// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The host backend: the host executor under the plan of each variant. Where there is a compiler, the
// kernel's text is compiled too, for its PTX and the compile time; nothing here runs it.
#ifndef PALLASBENCH_ROBUST_HOST_BACKEND_HPP
#define PALLASBENCH_ROBUST_HOST_BACKEND_HPP

#include <pallasbench/robust/backend.hpp>

#include <functional>
#include <utility>

namespace pb::robust {

class host_backend final : public backend {
 public:
  using compiler = std::function<compilation(problem const&, std::string const& text)>;

  /// `compile` may be empty: then nothing is compiled.
  explicit host_backend(compiler compile = {}) : compile_(std::move(compile)) {}

  compilation prepare(problem const& p, variant v, std::string const& text) override {
    return compile_ && v == variant::fixed ? compile_(p, text) : compilation{};
  }

  outcome run(problem const& p, variant v, std::vector<array_bytes> const& in,
              array_bytes& out) override {
    fill_with(out, p.output.bytes(), std::byte{0xFF});
    p.run_host(v, pointers_to(spans_of(in)), out.data());
    return {};
  }

  outcome reference(problem const& p, std::vector<array_bytes> const& in,
                    doubles& out) override {
    fill_with(out, p.output.count(), PB_NAN);
    p.reference_host(widened_inputs(p, in).pointers(), out.data());
    return {};
  }

  outcome measure(problem const&, std::vector<array_bytes> const&, measurements&) override {
    return {};
  }

 private:
  compiler compile_;
};

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_HOST_BACKEND_HPP
