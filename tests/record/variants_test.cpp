// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The two texts of every kernel, and the diff between them by the patch program.
#include <pallasbench/record/diff.hpp>
#include <pallasbench/record/embedded_sources.hpp>
#include <pallasbench/record/variants.hpp>
#include <pallasbench/robust/registry.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "scratch_folder.hpp"

namespace {

using namespace pb;

TEST_CASE("variants: patch turns each kernel's source_original into its source_fixed") {
  for (auto const& kernel : robust::all_kernels()) {
    CAPTURE(kernel.info.name);
    std::string const fixed(record::embedded_text(kernel.file));
    std::string const original = record::whole_array_text(fixed).value();
    CHECK(original.find("using tiles = tiling::whole_array;") != std::string::npos);
    CHECK(fixed.find("whole_array") == std::string::npos);
    tests::scratch_folder const folder;
    tests::write_file(folder / "kernel.diff", record::unified_diff(original, fixed, "kernel.hpp"));
    tests::write_file(folder / "kernel.hpp", original);
    auto const command = "cd '" + folder.path() + "' && patch -p1 -s --fuzz=0 < kernel.diff";
    REQUIRE(std::system(command.c_str()) == 0);
    CHECK(tests::read_file(folder / "kernel.hpp") == fixed);
  }
}

TEST_CASE("variants: only a text with exactly one tiling line has a whole-array form") {
  using record::whole_array_text;
  CHECK(whole_array_text("a\n  using tiles = x<1>;\nb\n") ==
        "a\n  using tiles = tiling::whole_array;\nb\n");
  CHECK_FALSE(whole_array_text("").has_value());
  CHECK_FALSE(whole_array_text("using tile = x;").has_value());
  CHECK_FALSE(whole_array_text("using tiles = x").has_value());
  CHECK_FALSE(whole_array_text("using tiles = x;\nusing tiles = y;\n").has_value());
}

}  // namespace
