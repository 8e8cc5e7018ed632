// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// What a kernel uses, read without a device: from a log kept here, and from NVRTC's own.
#include <pallasbench/jit/compile.hpp>
#include <pallasbench/jit/resource_usage.hpp>

#include <doctest/doctest.h>

TEST_CASE("the report of ptxas is parsed and taken out of the log") {
  auto const parsed = pb::jit::parse_log(
      "a.cu(3): warning #177-D: variable \"x\" was declared but never referenced\n"
      "\n"
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function '_Z1kIfEvPT_' for 'sm_90'\n"
      "ptxas info    : Function properties for _Z1kIfEvPT_\n"
      "ptxas         .     160 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads\n"
      "ptxas info    : Used 32 registers, used 1 barriers, 176 bytes cumulative stack size, "
      "4000 bytes smem\n"
      "ptxas info    : Function properties for _Z1fPfi\n"
      "ptxas         .     16 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas warning : something of note\n");
  CHECK(parsed.messages ==
        "a.cu(3): warning #177-D: variable \"x\" was declared but never referenced\n"
        "ptxas warning : something of note\n");
  REQUIRE(parsed.resources.size() == 1);
  auto const& usage = parsed.resources[0];
  CHECK(usage.kernel == "_Z1kIfEvPT_");
  CHECK(usage.registers_per_thread == 32);
  CHECK(usage.shared_memory_bytes == 4000);
  CHECK(usage.local_memory_bytes == 176);
  CHECK(usage.spill_store_bytes == 8);
  CHECK(usage.spill_load_bytes == 12);
}

TEST_CASE("NVRTC reports static shared memory and the stack") {
  auto const result =
      pb::jit::compile({.name = "uses.cu",
                        .text = "extern \"C\" __global__ void uses(int* x) {\n"
                                "  __shared__ int held[1000];\n"
                                "  volatile int local[64];\n"
                                "  for (int i = 0; i < 64; ++i) local[(i * x[0]) & 63] = x[i];\n"
                                "  held[threadIdx.x] = local[x[1] & 63];\n"
                                "  __syncthreads();\n"
                                "  x[threadIdx.x] = held[(threadIdx.x * 7) % 1000];\n"
                                "}\n",
                        .arch = "sm_90"});
  REQUIRE_MESSAGE(result.ok, result.log);
  REQUIRE(result.resources.size() == 1);
  auto const& usage = result.resources[0];
  CHECK(usage.kernel == "uses");
  CHECK(usage.registers_per_thread > 0);
  CHECK(usage.shared_memory_bytes == 4000);
  CHECK(usage.local_memory_bytes == 256);
}
