// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// NVRTC compiles, with and without a precompiled header. Needs the toolkit, no GPU. Times are
// compared only where they differ many times over.
#include <pallasbench/jit/toolkit.hpp>
#include <pallasbench/jit/warm_compile.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using pb::jit::compile;
using pb::jit::request;
using pb::jit::warm_compile;

/// A folder that is gone after the test.
struct temporary_folder {
  temporary_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "pb-jit-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~temporary_folder() { std::filesystem::remove_all(path); }
  temporary_folder(temporary_folder const&) = delete;
  temporary_folder& operator=(temporary_folder const&) = delete;

  std::string path;
};

request scale_request() {
  return {.name = "scale.cu",
          .text = "template <class T> __global__ void scale(T* x) { x[threadIdx.x] *= T(2); }\n",
          .name_expressions = {"scale<float>", "scale<double>"},
          .arch = "sm_90"};
}

/// A header of many functions, so that parsing it takes NVRTC a while.
std::string large_header(int factor) {
  auto const number = std::to_string(factor);
  std::string text = "#pragma once\n#define FACTOR " + number +
                     "\nnamespace { __device__ int internal = " + number + "; }\n";
  for (int i = 0; i < 20000; ++i) {
    text +=
        "template <class T> __device__ T twice_" + std::to_string(i) + "(T x) { return x + x; }\n";
  }
  return text;
}

/// A guarded text whose #include is inside the guard, as kernel files are written.
request request_with_header(std::string const& pch_dir, int factor = 3) {
  return {.name = "guarded.hpp",
          .text = "#ifndef GUARDED\n#define GUARDED\n#include <lib/large.hpp>\n"
                  "template <class T> __global__ void scale(T* x) { *x = twice_7(*x) * FACTOR + "
                  "internal++; }\n"
                  "#endif\n",
          .headers = {{"lib/large.hpp", large_header(factor)}},
          .pre_includes = {"lib/large.hpp"},
          .name_expressions = {"scale<int>"},
          .arch = "sm_90",
          .pch_dir = pch_dir};
}

}  // namespace

TEST_CASE("compile gives PTX, cubin, lowered names, resources and time") {
  auto const result = compile(scale_request());
  REQUIRE_MESSAGE(result.ok, result.log);
  CHECK(result.log.empty());
  CHECK(result.ptx.find(".target sm_90") != std::string::npos);
  CHECK(std::string(result.cubin.data() + 1, 3) == "ELF");
  REQUIRE(result.lowered_names.size() == 2);
  CHECK(result.lowered_names[0] == "_Z5scaleIfEvPT_");
  CHECK(result.lowered_names[1] == "_Z5scaleIdEvPT_");
  CHECK(result.resources.size() == 2);
  CHECK(result.seconds > 0);
  CHECK_FALSE(result.used_pch);
}

TEST_CASE("a broken text is refused with its name and line") {
  auto broken = scale_request();
  broken.text += "__device__ int wrong = undefined_thing;\n";
  auto const result = compile(broken);
  CHECK_FALSE(result.ok);
  CHECK(result.cubin.empty());
  CHECK(result.log.find("scale.cu(2): error") != std::string::npos);
  CHECK(result.log.find("undefined_thing") != std::string::npos);
}

TEST_CASE("a name expression without an entity, an unknown architecture, an unknown option") {
  auto nameless = scale_request();
  nameless.name_expressions = {"missing<float>"};
  CHECK_FALSE(compile(nameless).ok);
  auto unknown = scale_request();
  unknown.arch = "sm_1";
  auto const result = compile(unknown);
  CHECK_FALSE(result.ok);
  CHECK_FALSE(result.log.empty());
  auto optioned = scale_request();
  optioned.extra_options = {"--no-such-option"};
  CHECK_FALSE(compile(optioned).ok);
}

TEST_CASE("headers come from memory, and pre-includes stand before the text") {
  auto wanted = scale_request();
  wanted.headers = {{"lib/type.hpp", "#pragma once\nusing scalar = short;\n"}};
  wanted.pre_includes = {"lib/type.hpp"};
  wanted.name_expressions = {"scale<scalar>"};
  auto const result = compile(wanted);
  REQUIRE_MESSAGE(result.ok, result.log);
  CHECK(result.lowered_names[0] == "_Z5scaleIsEvPT_");
}

TEST_CASE("warm_compile makes the same cubin in less time, and leaves nothing behind") {
  temporary_folder const folder;
  auto const wanted = request_with_header(folder.path);
  auto const cold = compile(wanted);
  REQUIRE_MESSAGE(cold.ok, cold.log);
  auto const warm = warm_compile(wanted);
  REQUIRE_MESSAGE(warm.ok, warm.log);
  CHECK(warm.used_pch);
  CHECK(warm.log.empty());
  CHECK(warm.ptx == cold.ptx);
  CHECK(warm.cubin == cold.cubin);
  CHECK(compile(wanted).cubin == cold.cubin);
  CHECK(warm.lowered_names == cold.lowered_names);
  CHECK(warm.seconds < cold.seconds);
  CHECK(std::filesystem::is_empty(folder.path));
}

TEST_CASE("another text shares the precompiled header, and its errors are its own") {
  temporary_folder const folder;
  auto wanted = request_with_header(folder.path);
  REQUIRE(warm_compile(wanted).used_pch);
  wanted.text += "__device__ int wrong = undefined_thing;\n";
  auto const result = warm_compile(wanted);
  CHECK(result.used_pch);
  CHECK_FALSE(result.ok);
  CHECK(result.log.find("guarded.hpp(6): error") != std::string::npos);
  CHECK(result.log.find("precompiled") == std::string::npos);
}

TEST_CASE("a changed header or option is never served from an older precompiled header") {
  temporary_folder const folder;
  REQUIRE(warm_compile(request_with_header(folder.path, 3)).used_pch);
  auto const changed = request_with_header(folder.path, 5);
  auto const warm = warm_compile(changed);
  CHECK(warm.used_pch);
  CHECK(warm.ptx == compile(changed).ptx);
  CHECK(warm.ptx != compile(request_with_header(folder.path, 3)).ptx);
  auto other = changed;
  other.extra_options = {"--define-macro=OTHER"};
  CHECK_FALSE(pb::jit::prefix_of(other) == pb::jit::prefix_of(changed));
  CHECK(warm_compile(other).used_pch);
}

TEST_CASE("without a folder that can be written, warm_compile is compile") {
  for (std::string const folder : {"", "/proc/no/such/folder"}) {
    auto const result = warm_compile(request_with_header(folder));
    CHECK_MESSAGE(result.ok, result.log);
    CHECK_FALSE(result.used_pch);
  }
}

TEST_CASE("a folder full of foreign precompiled headers changes nothing") {
  temporary_folder const folder;
  std::filesystem::create_directory(folder.path + "/pch-foreign");
  std::filesystem::copy_file("/proc/self/exe", folder.path + "/pch-foreign/header.pch");
  auto const result = warm_compile(request_with_header(folder.path));
  CHECK(result.ok);
  CHECK(result.used_pch);
}

TEST_CASE("a precompiled header that NVRTC rejects gives way to a normal compile") {
  temporary_folder const folder;
  auto const wanted = request_with_header(folder.path);
  REQUIRE(warm_compile(wanted).used_pch);
  std::size_t heap_size = 0;
  REQUIRE(nvrtcGetPCHHeapSize(&heap_size) == NVRTC_SUCCESS);
  REQUIRE(nvrtcSetPCHHeapSize(heap_size + (1 << 20)) == NVRTC_SUCCESS);  // ends its use
  auto const rejected = warm_compile(wanted);
  CHECK(rejected.ok);
  CHECK_FALSE(rejected.used_pch);
  CHECK(rejected.log.empty());
  CHECK(warm_compile(wanted).used_pch);  // made anew
}

TEST_CASE("a heap that is too small is made larger") {
  temporary_folder const folder;
  REQUIRE(nvrtcSetPCHHeapSize(1 << 16) == NVRTC_SUCCESS);
  CHECK(warm_compile(request_with_header(folder.path, 11)).used_pch);
}

TEST_CASE("two processes share a folder") {
  temporary_folder const folder;
  auto const wanted = request_with_header(folder.path, 7);
  pid_t const child = fork();
  REQUIRE(child >= 0);
  auto const result = warm_compile(wanted);
  bool const good = result.ok && result.used_pch;
  if (child == 0) _exit(good ? 0 : 1);
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(good);
  CHECK(status == 0);
  CHECK(std::filesystem::is_empty(folder.path));
}

TEST_CASE("the toolkit names itself") {
  CHECK(pb::jit::nvrtc_version().find('.') != std::string::npos);
  CHECK(pb::jit::arch_name(9, 0) == "sm_90");
  CHECK(pb::jit::arch_name(12, 1) == "sm_121");
}
