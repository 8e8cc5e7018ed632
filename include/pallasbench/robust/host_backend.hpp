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
    out.assign(static_cast<std::size_t>(p.output.bytes()), std::byte{0xFF});
    p.run_host(v, pointers_to(in), out.data());
    return {};
  }

  outcome reference(problem const& p, std::vector<array_bytes> const& in,
                    std::vector<double>& out) override {
    out.assign(static_cast<std::size_t>(p.output.count()), PB_NAN);
    auto const widened = widened_inputs(p, in);
    p.reference_host(pointers_to(widened), out.data());
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
