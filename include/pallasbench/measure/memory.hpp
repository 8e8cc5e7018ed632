// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Device memory for a test or a measurement: owned, poisoned before use, and on wish between two
// guard zones that show whether a kernel wrote outside its array.
#ifndef PALLASBENCH_MEASURE_MEMORY_HPP
#define PALLASBENCH_MEASURE_MEMORY_HPP

#include <pallasbench/core/element.hpp>
#include <pallasbench/measure/status.hpp>

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace pb::measure {

enum class guard_zones { none, both };

/// `bytes` of device memory, aligned to 256. The calls are synchronous, on the default stream, and
/// wait for everything before them: they are for before and after a measurement, not inside one.
class device_buffer {
public:
  device_buffer() = default;
  device_buffer(device_buffer&& other) noexcept { swap(other); }
  device_buffer& operator=(device_buffer&& other) noexcept {
    swap(other);
    return *this;
  }
  ~device_buffer() { release(); }

  /// Replaces what was held before. The content is poisoned. Zero bytes are fine.
  status allocate(i64 bytes, guard_zones guards = guard_zones::none) {
    release();
    if (bytes < 0) return check(cudaErrorInvalidValue, "allocate: negative size");
    i64 const guard = guards == guard_zones::both ? guard_size : 0;
    auto const total = static_cast<std::size_t>(std::max<i64>(bytes + 2 * guard, 1));
    auto allocated = check(cudaMalloc(&base_, total), "cudaMalloc");
    if (!allocated.ok()) return allocated;
    bytes_ = bytes;
    guard_bytes_ = guard;
    return in_order([&] { return poison(); }, [&] { return write_guards(); });
  }

  void* data() const { return static_cast<char*>(base_) + guard_bytes_; }
  i64 bytes() const { return bytes_; }
  /// With the guard zones: what this takes from the device.
  i64 allocated_bytes() const { return base_ == nullptr ? 0 : bytes_ + 2 * guard_bytes_; }

  /// Every byte 0xFF: NaN in each floating-point type, so that an element that nothing wrote shows.
  status poison() { return fill_bytes(0xFF); }

  status fill_bytes(u8 value) {
    return in_order(
        [&] { return check(cudaMemset(data(), value, static_cast<std::size_t>(bytes_)), "fill"); },
        [] { return check(cudaDeviceSynchronize(), "fill"); });
  }

  status upload(void const* source, i64 bytes) {
    if (bytes > bytes_) return check(cudaErrorInvalidValue, "upload: larger than the buffer");
    return copy(data(), source, bytes, cudaMemcpyHostToDevice, "upload");
  }

  status download(void* target, i64 bytes) const {
    if (bytes > bytes_) return check(cudaErrorInvalidValue, "download: larger than the buffer");
    return copy(target, data(), bytes, cudaMemcpyDeviceToHost, "download");
  }

  /// Fails with cudaErrorIllegalAddress if a byte next to the array has changed, and says how far
  /// from it. Looks at guard_size bytes on each side; fine if there are no guard zones.
  status check_guards() const {
    if (guard_bytes_ == 0) return {};
    std::vector<u8> found(static_cast<std::size_t>(2 * guard_bytes_));
    auto read = in_order([&] { return read_guard(found.data(), base_); },
                         [&] { return read_guard(found.data() + guard_bytes_, back()); });
    if (!read.ok() || found == guards_) return read;
    auto const at = std::mismatch(found.begin(), found.end(), guards_.begin()).first;
    auto const index = at - found.begin();
    auto const where = index < guard_bytes_
                           ? std::to_string(guard_bytes_ - index) + " bytes before the array"
                           : std::to_string(index - guard_bytes_) + " bytes after its end";
    return {cudaErrorIllegalAddress, "a kernel wrote outside its array: " + where};
  }

  static constexpr i64 guard_size = 4096;

private:
  static status copy(void* to, void const* from, i64 bytes, cudaMemcpyKind kind, char const* what) {
    if (bytes < 0) return check(cudaErrorInvalidValue, what);
    return in_order([&] { return check(cudaDeviceSynchronize(), what); },
                    [&] {
                      auto const size = static_cast<std::size_t>(bytes);
                      return check(cudaMemcpy(to, from, size, kind), what);
                    });
  }

  char* back() const { return static_cast<char*>(data()) + bytes_; }

  status read_guard(void* target, void const* zone) const {
    return copy(target, zone, guard_bytes_, cudaMemcpyDeviceToHost, "guard zone");
  }

  /// Random bytes: a kernel cannot write the right ones by chance.
  status write_guards() {
    std::mt19937 random{std::random_device{}()};
    guards_.resize(static_cast<std::size_t>(2 * guard_bytes_));
    std::generate(guards_.begin(), guards_.end(), [&] { return static_cast<u8>(random()); });
    auto const write = [&](void* zone, u8 const* bytes) {
      return copy(zone, bytes, guard_bytes_, cudaMemcpyHostToDevice, "guard zone");
    };
    return in_order([&] { return write(base_, guards_.data()); },
                    [&] { return write(back(), guards_.data() + guard_bytes_); });
  }

  void release() {
    // Fails only after a kernel has corrupted the context, which the next checked call reports.
    if (base_ != nullptr) static_cast<void>(cudaFree(base_));
    base_ = nullptr;
    bytes_ = 0;
    guard_bytes_ = 0;
    guards_.clear();
  }

  void swap(device_buffer& other) noexcept {
    std::swap(base_, other.base_);
    std::swap(bytes_, other.bytes_);
    std::swap(guard_bytes_, other.guard_bytes_);
    std::swap(guards_, other.guards_);
  }

  void* base_ = nullptr;
  i64 bytes_ = 0;
  i64 guard_bytes_ = 0;
  std::vector<u8> guards_;
};

}  // namespace pb::measure

#endif  // PALLASBENCH_MEASURE_MEMORY_HPP
