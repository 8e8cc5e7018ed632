// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The bandwidth that a kernel can really have: a device-to-device copy, by a plain vectorised
// kernel and by cudaMemcpyAsync, counting bytes read plus bytes written.
#ifndef PALLASBENCH_MEASURE_CEILING_HPP
#define PALLASBENCH_MEASURE_CEILING_HPP

#include <pallasbench/core/element.hpp>
#include <pallasbench/jit/compile.hpp>
#include <pallasbench/jit/loaded_module.hpp>
#include <pallasbench/measure/memory.hpp>
#include <pallasbench/measure/timing.hpp>

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace pb::measure {

/// GB/s, that is 1e9 bytes per second.
struct copy_ceiling {
  double kernel_gbps = 0;
  double memcpy_gbps = 0;

  double gbps() const { return std::max(kernel_gbps, memcpy_gbps); }
};

struct copy_ceiling_result {
  status outcome;
  copy_ceiling value;
};

namespace detail {

/// What copy_vectors and fill_vectors of copy_source take.
struct copy_parameters {
  void const* from;
  void* to;
};

inline constexpr int copy_threads = 256;
inline constexpr int copy_vectors_per_thread = 4;
inline constexpr i64 copy_block_bytes = 16LL * copy_threads * copy_vectors_per_thread;

inline constexpr char const* copy_source = R"(
struct copy_parameters { uint4 const* from; uint4* to; };
constexpr int vectors = 4;

__device__ long long first_vector() {
  return static_cast<long long>(blockIdx.x) * blockDim.x * vectors + threadIdx.x;
}

extern "C" __global__ void copy_vectors(copy_parameters p) {
  uint4 held[vectors];
  for (int i = 0; i < vectors; ++i) held[i] = p.from[first_vector() + i * blockDim.x];
  for (int i = 0; i < vectors; ++i) p.to[first_vector() + i * blockDim.x] = held[i];
}

extern "C" __global__ void fill_vectors(copy_parameters p) {
  for (int i = 0; i < vectors; ++i) {
    long long const at = first_vector() + i * blockDim.x;
    unsigned int bits = static_cast<unsigned int>(at) * 2654435761u;
    bits = (bits ^ (bits >> 15)) * 2246822519u;
    p.to[at] = uint4{bits, bits ^ 0x9E3779B9u, bits * 3u, ~bits};
  }
}
)";

/// Two buffers and the two kernels that work on them.
class copy_bench {
public:
  status prepare(i64 bytes) {
    jit::request wanted{.name = "copy.cu", .text = copy_source};
    jit::compiled built;
    return in_order([&] { return from_.allocate(bytes); }, [&] { return to_.allocate(bytes); },
                    [&] { return current_arch(wanted.arch); },
                    [&] {
                      built = jit::compile(wanted);
                      if (built.ok) return status{};
                      return status{cudaErrorInvalidKernelImage, built.log};
                    },
                    [&] { return check(module_.load(built.cubin), "loading the copy"); },
                    [&] { return check(module_.find("copy_vectors", copy_), "the copy kernel"); },
                    [&] { return check(module_.find("fill_vectors", fill_), "the fill kernel"); },
                    [&] { return check(run(fill_, nullptr, from_.data(), nullptr), "filling"); },
                    [&] { return check(cudaDeviceSynchronize(), "filling"); });
  }

  status time_kernel(double& gbps) {
    return time([this](cudaStream_t on) { return run(copy_, from_.data(), to_.data(), on); }, gbps);
  }

  status time_memcpy(double& gbps) {
    auto const bytes = static_cast<std::size_t>(from_.bytes());
    return time(
        [this, bytes](cudaStream_t on) {
          return cudaMemcpyAsync(to_.data(), from_.data(), bytes, cudaMemcpyDeviceToDevice, on);
        },
        gbps);
  }

private:
  cudaError_t run(jit::kernel which, void const* from, void* to, cudaStream_t on) const {
    copy_parameters parameters{from, to};
    auto const blocks = static_cast<unsigned>(from_.bytes() / copy_block_bytes);
    return jit::launch(which, dim3(blocks), dim3(copy_threads), 0, on, &parameters,
                       sizeof parameters);
  }

  /// A time counts only if the copy arrived.
  status time(launch_fn launch, double& gbps) {
    auto poisoned = to_.poison();
    if (!poisoned.ok()) return poisoned;
    auto measured = measure(std::move(launch));
    if (!measured.outcome.ok()) return measured.outcome;
    gbps = 2.0 * static_cast<double>(from_.bytes()) / measured.value.median / 1e9;
    return compare();
  }

  status compare() const {
    std::vector<u8> sent(static_cast<std::size_t>(from_.bytes()));
    std::vector<u8> arrived(sent.size());
    return in_order([&] { return from_.download(sent.data(), from_.bytes()); },
                    [&] { return to_.download(arrived.data(), to_.bytes()); },
                    [&] {
                      return check(sent == arrived ? cudaSuccess : cudaErrorUnknown,
                                   "the copy differs from the original");
                    });
  }

  device_buffer from_;
  device_buffer to_;
  jit::loaded_module module_;
  jit::kernel copy_;
  jit::kernel fill_;
};

}  // namespace detail

/// Copies `bytes`, rounded down to whole blocks of 16 KiB, of non-trivial data on the current
/// device. Takes twice that of its memory and of the host's, and a few seconds.
inline copy_ceiling_result measure_copy_ceiling(i64 bytes = i64{1} << 30) {
  bytes = std::max(bytes / detail::copy_block_bytes, i64{1}) * detail::copy_block_bytes;
  detail::copy_bench bench;
  copy_ceiling value;
  auto outcome = in_order([&] { return bench.prepare(bytes); },
                          [&] { return bench.time_kernel(value.kernel_gbps); },
                          [&] { return bench.time_memcpy(value.memcpy_gbps); });
  return {outcome, value};
}

}  // namespace pb::measure

#endif  // PALLASBENCH_MEASURE_CEILING_HPP
