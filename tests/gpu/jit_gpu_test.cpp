// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// jit/ and measure/ on a device: kernels are loaded and launched, memory is guarded, and times are
// plausible.
#include <pallasbench/jit/loaded_module.hpp>
#include <pallasbench/jit/warm_compile.hpp>
#include <pallasbench/measure/ceiling.hpp>
#include <pallasbench/measure/hardware.hpp>
#include <pallasbench/measure/memory.hpp>
#include <pallasbench/measure/timing.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

namespace {

namespace jit = pb::jit;
namespace measure = pb::measure;

struct parameters {
  float* data;
  long long count;
};

constexpr char const* source = R"(
struct parameters { float* data; long long count; };

extern "C" __global__ void twice(parameters p) {
  long long const i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < p.count) p.data[i] *= 2;
}
extern "C" __global__ void through_shared(parameters p) {
  extern __shared__ float held[];
  long long const last = p.count - 1;
  held[last] = p.data[threadIdx.x];
  p.data[threadIdx.x] = held[last] + 1;
}
extern "C" __global__ void past_the_end(parameters p) { p.data[p.count] = 1; }
extern "C" __global__ void before_the_start(parameters p) { p.data[-1] = 1; }
)";

/// The kernels above, on this device.
struct fixture {
  fixture() {
    jit::request wanted{.name = "gpu_test.cu", .text = source};
    auto const arch = measure::current_arch(wanted.arch);
    REQUIRE_MESSAGE(arch.ok(), arch.message);
    built = jit::compile(wanted);
    REQUIRE_MESSAGE(built.ok, built.log);
    REQUIRE(loaded.load(built.cubin) == cudaSuccess);
  }

  jit::kernel find(std::string const& name) const {
    jit::kernel found;
    REQUIRE(loaded.find(name, found) == cudaSuccess);
    return found;
  }

  jit::compiled built;
  jit::loaded_module loaded;
};

measure::device_buffer buffer_of(pb::i64 bytes, measure::guard_zones guards) {
  measure::device_buffer buffer;
  auto const allocated = buffer.allocate(bytes, guards);
  REQUIRE_MESSAGE(allocated.ok(), allocated.message);
  return buffer;
}

float* floats(measure::device_buffer const& buffer) { return static_cast<float*>(buffer.data()); }

}  // namespace

TEST_CASE("a kernel with one struct parameter runs") {
  fixture const f;
  constexpr int count = 1000;
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 1.0F);
  auto const bytes = static_cast<pb::i64>(sizeof(float) * count);
  auto buffer = buffer_of(bytes, measure::guard_zones::both);
  REQUIRE(buffer.upload(values.data(), bytes).ok());
  parameters p{floats(buffer), count};
  auto const twice = f.find("twice");
  REQUIRE(jit::launch(twice, dim3(4), dim3(256), 0, nullptr, &p, sizeof p) == cudaSuccess);
  REQUIRE(buffer.download(values.data(), bytes).ok());
  for (int i = 0; i < count; ++i)
    CHECK(values[static_cast<std::size_t>(i)] == 2.0F * (i + 1));
  CHECK(buffer.check_guards().ok());
  CHECK(jit::launch(twice, dim3(4), dim3(256), 0, nullptr, &p, 4) == cudaErrorInvalidValue);
}

TEST_CASE("a kernel that is not there, and a cubin that is none") {
  fixture f;
  jit::kernel found;
  CHECK(f.loaded.find("missing", found) != cudaSuccess);
  CHECK(f.loaded.load({}) != cudaSuccess);
  CHECK(f.loaded.find("twice", found) != cudaSuccess);
  static_cast<void>(cudaGetLastError());
}

TEST_CASE("the driver and ptxas agree on what a kernel uses") {
  fixture const f;
  auto const twice = f.find("twice");
  jit::kernel_facts facts;
  REQUIRE(jit::read_facts(twice, facts) == cudaSuccess);
  for (auto const& usage : f.built.resources) {
    if (usage.kernel != "twice") continue;
    CHECK(facts.registers_per_thread == usage.registers_per_thread);
    CHECK(facts.shared_memory_bytes == usage.shared_memory_bytes);
    CHECK(facts.local_memory_bytes == usage.local_memory_bytes);
  }
  CHECK(facts.max_threads_per_block == 1024);
  auto const occupancy = jit::occupancy_pct(twice, 256, 0);
  REQUIRE(occupancy.has_value());
  CHECK(*occupancy > 0);
  CHECK(*occupancy <= 100);
}

TEST_CASE("more than 48 KB of shared memory is opted into, more than there is is refused") {
  fixture const f;
  auto buffer = buffer_of(4, measure::guard_zones::none);
  float value = 41;
  REQUIRE(buffer.upload(&value, 4).ok());
  constexpr std::size_t smem = 64 * 1024;
  parameters p{floats(buffer), smem / sizeof(float)};
  auto const kernel = f.find("through_shared");
  REQUIRE(jit::launch(kernel, dim3(1), dim3(1), smem, nullptr, &p, sizeof p) == cudaSuccess);
  REQUIRE(buffer.download(&value, 4).ok());
  CHECK(value == 42);
  CHECK(jit::occupancy_pct(kernel, 32, smem).has_value());
  CHECK(jit::launch(kernel, dim3(1), dim3(1), std::size_t{1} << 24, nullptr, &p, sizeof p) !=
        cudaSuccess);
  static_cast<void>(cudaGetLastError());
}

TEST_CASE("guard zones show a write outside the array, on either side") {
  fixture const f;
  for (std::string const name : {"past_the_end", "before_the_start"}) {
    auto buffer = buffer_of(40, measure::guard_zones::both);
    CHECK(reinterpret_cast<std::size_t>(buffer.data()) % 256 == 0);
    CHECK(buffer.check_guards().ok());
    parameters p{floats(buffer), 10};
    REQUIRE(jit::launch(f.find(name), dim3(1), dim3(1), 0, nullptr, &p, sizeof p) == cudaSuccess);
    auto const checked = buffer.check_guards();
    CHECK(checked.code == cudaErrorIllegalAddress);
    CHECK(checked.message.find("outside its array") != std::string::npos);
  }
}

TEST_CASE("fresh memory is NaN, empty memory is fine") {
  auto const buffer = buffer_of(8, measure::guard_zones::none);
  double value = 0;
  REQUIRE(buffer.download(&value, 8).ok());
  CHECK(value != value);
  CHECK_FALSE(buffer.download(&value, 9).ok());
  CHECK(buffer_of(0, measure::guard_zones::both).check_guards().ok());
}

TEST_CASE("the device is described") {
  std::string why_not;
  auto const device = measure::find_device(why_not);
  REQUIRE_MESSAGE(device.has_value(), why_not);
  MESSAGE(device->name, ", driver ", device->driver, ", CUDA ", device->cuda_version, ", peak ",
          device->peak_bandwidth_gbps, " GB/s, SM clock ", measure::sm_clock_mhz().value_or(-1));
  CHECK(device->sm_count > 0);
  CHECK(device->l2_bytes > 0);
  CHECK(device->memory_bytes > device->l2_bytes);
  CHECK(device->peak_bandwidth_gbps > 0);
  CHECK(device->driver.find('.') != std::string::npos);
}

TEST_CASE("timing: a kernel without work is launch bound, a large one is not") {
  fixture const f;
  constexpr pb::i64 count = pb::i64{1} << 26;
  auto buffer = buffer_of(count * 4, measure::guard_zones::none);
  REQUIRE(buffer.fill_bytes(0x3F).ok());
  auto const twice = f.find("twice");
  auto const timed = [&](pb::i64 elements) {
    parameters p{floats(buffer), elements};
    auto const blocks = static_cast<unsigned>(elements / 256 + 1);
    auto const result = measure::measure([&](cudaStream_t stream) {
      return jit::launch(twice, dim3(blocks), dim3(256), 0, stream, &p, sizeof p);
    });
    REQUIRE_MESSAGE(result.outcome.ok(), result.outcome.message);
    return result.value;
  };
  auto const idle = timed(0);
  auto const large = timed(count);
  MESSAGE("idle ", idle.median, " s, cold ", idle.cold_l2_median, " s; ", idle.method);
  MESSAGE("large ", large.median, " s, cold ", large.cold_l2_median, " s, ", large.samples);
  CHECK(idle.launch_bound);
  CHECK_FALSE(large.launch_bound);
  CHECK(large.samples >= 30);
  CHECK(large.p10 <= large.median);
  CHECK(large.median <= large.p90);
  CHECK(idle.median < large.median);
  CHECK(idle.cold_l2_median > idle.median);
}

TEST_CASE("timing: an error of the launch is returned, and the device stays usable") {
  auto const failed = measure::measure([](cudaStream_t) { return cudaErrorInvalidValue; });
  CHECK(failed.outcome.code == cudaErrorInvalidValue);
  int calls = 0;
  auto const late = measure::measure([&calls](cudaStream_t) {
    return ++calls > 2 ? cudaErrorInvalidValue : cudaSuccess;  // fails under capture
  });
  CHECK(late.outcome.code == cudaErrorInvalidValue);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("the bandwidth ceilings lie below the peak and within sight of it") {
  std::string why_not;
  auto const device = measure::find_device(why_not);
  REQUIRE_MESSAGE(device.has_value(), why_not);
  auto const measured = measure::measure_ceilings(pb::i64{1} << 28);
  REQUIRE_MESSAGE(measured.outcome.ok(), measured.outcome.message);
  auto const& found = measured.value;
  for (double const gbps : {found.read, found.two_to_one, found.copy, found.write}) {
    MESSAGE(gbps, " GB/s");
    CHECK(gbps < device->peak_bandwidth_gbps);
    CHECK(gbps > 0.3 * device->peak_bandwidth_gbps);
  }
}
