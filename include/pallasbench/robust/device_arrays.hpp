// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// A problem's arrays on the device, between guard zones.
#ifndef PALLASBENCH_ROBUST_DEVICE_ARRAYS_HPP
#define PALLASBENCH_ROBUST_DEVICE_ARRAYS_HPP

#include <pallasbench/measure/memory.hpp>
#include <pallasbench/robust/random_inputs.hpp>

#include <vector>

namespace pb::robust {

/// Inputs, output and workspace of one problem, once.
class device_arrays {
 public:
  measure::status upload(std::vector<byte_span> const& in, i64 out_bytes,
                         i64 workspace_bytes = 0) {
    for (auto const& array : in) {
      inputs_.emplace_back();
      i64 const bytes = static_cast<i64>(array.size());
      auto const done = measure::in_order(
          [&] { return inputs_.back().allocate(bytes, measure::guard_zones::both); },
          [&] { return inputs_.back().upload(array.data(), bytes); });
      if (!done.ok()) return done;
    }
    return measure::in_order(
        [&] { return workspace_.allocate(workspace_bytes, measure::guard_zones::both); },
        [&] { return out_.allocate(out_bytes, measure::guard_zones::both); });
  }

  std::vector<void const*> pointers() const {
    std::vector<void const*> result;
    for (auto const& buffer : inputs_) result.push_back(buffer.data());
    return result;
  }
  void* out() const { return out_.data(); }
  void* workspace() const { return workspace_.data(); }

  measure::status download(void* target) const {
    auto done = measure::in_order([&] { return out_.download(target, out_.bytes()); },
                                  [&] { return out_.check_guards(); },
                                  [&] { return workspace_.check_guards(); });
    for (auto const& buffer : inputs_)
      if (done.ok()) done = buffer.check_guards();
    return done;
  }

 private:
  std::vector<measure::device_buffer> inputs_;
  measure::device_buffer out_, workspace_;
};

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_DEVICE_ARRAYS_HPP
