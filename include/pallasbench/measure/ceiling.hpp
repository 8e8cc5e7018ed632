// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The bandwidth that a kernel can really have, by what it reads and writes: plain vectorised kernels
// that do nothing else. Bytes read and bytes written both count.
#ifndef PALLASBENCH_MEASURE_CEILING_HPP
#define PALLASBENCH_MEASURE_CEILING_HPP

#include <pallasbench/core/element.hpp>
#include <pallasbench/jit/compile.hpp>
#include <pallasbench/jit/loaded_module.hpp>
#include <pallasbench/measure/memory.hpp>
#include <pallasbench/measure/timing.hpp>

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

namespace pb::measure {

/// GB/s, that is 1e9 bytes per second: the best that any of some kernels had.
struct bandwidth_ceilings {
  double read = 0;        // nothing is written
  double two_to_one = 0;  // two arrays are read, one is written
  double copy = 0;        // one and one; cudaMemcpyAsync too
  double write = 0;       // nothing is read

  /// The ceiling of the mix nearest to a kernel's, which writes `written` of the `moved` bytes.
  double of(double moved, double written) const {
    struct mix {
      double share_written, gbps;
    };
    mix const mixes[] = {{0, read}, {1.0 / 3, two_to_one}, {0.5, copy}, {1, write}};
    double const share = moved > 0 ? written / moved : 0;
    auto const farther = [&](mix const& a, mix const& b) {
      return std::abs(a.share_written - share) < std::abs(b.share_written - share);
    };
    return std::min_element(std::begin(mixes), std::end(mixes), farther)->gbps;
  }
};

struct bandwidth_ceilings_result {
  status outcome;
  bandwidth_ceilings value;
};

namespace detail {

/// What the kernels of stream_source take.
struct stream_parameters {
  void const* a;
  void const* b;
  void* to;
};

inline constexpr int stream_threads = 256;
inline constexpr int stream_depths[] = {2, 4, 8};  // 16-byte accesses of a thread

/// stream_<reads>_<writes>_<depth>: what is written is the xor of what is read, or noise. What is
/// read and not written is stored if it has a value that it never has, so that it must be read.
inline constexpr char const* stream_source = R"(
struct stream_parameters { uint4 const* a; uint4 const* b; uint4* to; };

__device__ uint4 noise(long long at) {
  unsigned int bits = static_cast<unsigned int>(at) * 2654435761u;
  bits = (bits ^ (bits >> 15)) * 2246822519u;
  return {bits, bits ^ 0x9E3779B9u, bits * 3u, ~bits};
}
__device__ uint4 mixed(uint4 x, uint4 y) {
  return {x.x ^ y.x, x.y ^ y.y, x.z ^ y.z, x.w ^ y.w};
}

template <int Reads, bool Writes, int Depth>
__device__ void stream(stream_parameters const& p) {
  long long const first = static_cast<long long>(blockIdx.x) * blockDim.x * Depth + threadIdx.x;
  uint4 held[Depth];
  #pragma unroll
  for (int i = 0; i < Depth; ++i) {
    long long const at = first + i * static_cast<int>(blockDim.x);
    held[i] = Reads == 0 ? noise(at) : p.a[at];
    if (Reads == 2) held[i] = mixed(held[i], p.b[at]);
  }
  if (Writes) {
    #pragma unroll
    for (int i = 0; i < Depth; ++i)
      __stcs(p.to + first + i * static_cast<int>(blockDim.x), held[i]);
  } else {
    uint4 all = held[0];
    #pragma unroll
    for (int i = 1; i < Depth; ++i) all = mixed(all, held[i]);
    if (all.x == 1 && all.y == 2 && all.z == 3 && all.w == 4) p.to[first] = all;
  }
}

#define STREAM(reads, writes, depth)                                                     \
  extern "C" __global__ void stream_##reads##_##writes##_##depth(stream_parameters p) { \
    stream<reads, writes, depth>(p);                                                     \
  }
#define STREAMS(depth) STREAM(1, 0, depth) STREAM(2, 1, depth) STREAM(1, 1, depth) STREAM(0, 1, depth)
STREAMS(2) STREAMS(4) STREAMS(8)
)";

/// Three buffers and the kernels that work on them.
class stream_bench {
public:
  status prepare(i64 bytes) {
    jit::request wanted{.name = "stream.cu", .text = stream_source};
    jit::compiled built;
    return in_order([&] { return a_.allocate(bytes); }, [&] { return b_.allocate(bytes); },
                    [&] { return to_.allocate(bytes); },
                    [&] { return current_arch(wanted.arch); },
                    [&] {
                      built = jit::compile(wanted);
                      if (built.ok) return status{};
                      return status{cudaErrorInvalidKernelImage, built.log};
                    },
                    [&] { return check(module_.load(built.cubin), "loading the streams"); },
                    [&] { return fill(a_); }, [&] { return fill(b_); });
  }

  /// The best rate of the depths.
  status time_kernels(int reads, int writes, double& gbps) {
    status result;
    for (int const depth : stream_depths) {
      jit::kernel kernel;
      double rate = 0;
      result = in_order([&] { return find(reads, writes, depth, kernel); },
                        [&] {
                          return time([&](cudaStream_t on) { return run(kernel, depth, to_, on); },
                                      reads, writes, rate);
                        });
      if (!result.ok()) return result;
      gbps = std::max(gbps, rate);
    }
    return result;
  }

  status time_memcpy(double& gbps) {
    double rate = 0;
    auto const bytes = static_cast<std::size_t>(a_.bytes());
    auto result = time(
        [&](cudaStream_t on) {
          return cudaMemcpyAsync(to_.data(), a_.data(), bytes, cudaMemcpyDeviceToDevice, on);
        },
        1, 1, rate);
    gbps = std::max(gbps, rate);
    return result;
  }

private:
  status find(int reads, int writes, int depth, jit::kernel& kernel) const {
    auto const name = "stream_" + std::to_string(reads) + "_" + std::to_string(writes) + "_" +
                      std::to_string(depth);
    return check(module_.find(name, kernel), "finding a stream kernel");
  }

  cudaError_t run(jit::kernel which, int depth, device_buffer const& to, cudaStream_t on) const {
    stream_parameters parameters{a_.data(), b_.data(), to.data()};
    auto const blocks = static_cast<unsigned>(to.bytes() / (16LL * stream_threads * depth));
    return jit::launch(which, dim3(blocks), dim3(stream_threads), 0, on, &parameters,
                       sizeof parameters);
  }

  status fill(device_buffer const& buffer) {
    jit::kernel noise;
    return in_order([&] { return find(0, 1, 4, noise); },
                    [&] { return check(run(noise, 4, buffer, nullptr), "filling"); },
                    [&] { return check(cudaDeviceSynchronize(), "filling"); });
  }

  /// A time counts only if what was to be written is there.
  status time(launch_fn launch, int reads, int writes, double& gbps) {
    auto poisoned = to_.poison();
    if (!poisoned.ok()) return poisoned;
    auto measured = measure(std::move(launch), {.rule = {.budget_seconds = 0.05}});
    if (!measured.outcome.ok()) return measured.outcome;
    gbps = double(reads + writes) * static_cast<double>(to_.bytes()) / measured.value.median / 1e9;
    return writes == 0 ? status{} : compare(reads);
  }

  /// Both inputs hold the same noise, and so does what is written where nothing or one is read.
  status compare(int reads) const {
    std::vector<u8> expected(static_cast<std::size_t>(a_.bytes()));
    std::vector<u8> arrived(expected.size());
    return in_order([&] { return reads == 2 ? status{} : a_.download(expected.data(), a_.bytes()); },
                    [&] { return to_.download(arrived.data(), to_.bytes()); },
                    [&] {
                      return check(expected == arrived ? cudaSuccess : cudaErrorUnknown,
                                   "what a stream wrote differs from what it read");
                    });
  }

  device_buffer a_, b_, to_;
  jit::loaded_module module_;
};

}  // namespace detail

/// On arrays of `bytes`, rounded down to whole blocks of 32 KiB, on the current device. Takes three
/// times that of its memory, twice of the host's, and a few seconds.
inline bandwidth_ceilings_result measure_ceilings(i64 bytes = i64{1} << 29) {
  constexpr i64 block = 16LL * detail::stream_threads * 8;
  bytes = std::max(bytes / block, i64{1}) * block;
  detail::stream_bench bench;
  bandwidth_ceilings value;
  auto outcome = in_order([&] { return bench.prepare(bytes); },
                          [&] { return bench.time_kernels(1, 0, value.read); },
                          [&] { return bench.time_kernels(2, 1, value.two_to_one); },
                          [&] { return bench.time_kernels(1, 1, value.copy); },
                          [&] { return bench.time_memcpy(value.copy); },
                          [&] { return bench.time_kernels(0, 1, value.write); });
  return {outcome, value};
}

}  // namespace pb::measure

#endif  // PALLASBENCH_MEASURE_CEILING_HPP
