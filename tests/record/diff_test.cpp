// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// unified_diff: its form by hand-written examples, its meaning by the patch program.
#include <pallasbench/record/diff.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <random>
#include <string>

#include "scratch_folder.hpp"

using pb::record::unified_diff;
using pb::tests::read_file;
using pb::tests::scratch_folder;
using pb::tests::write_file;

namespace {

// What `patch -p1` makes of `from`.
std::string patched(scratch_folder const& folder, std::string const& from,
                    std::string const& diff) {
  write_file(folder / "kernel.hpp", from);
  write_file(folder / "kernel.diff", diff);
  std::string const command =
      "cd '" + folder.path() + "' && patch -p1 -s --fuzz=0 --no-backup-if-mismatch < kernel.diff";
  REQUIRE(std::system(command.c_str()) == 0);
  return read_file(folder / "kernel.hpp");
}

void check_patch(scratch_folder const& folder, std::string const& from, std::string const& to) {
  auto const diff = unified_diff(from, to, "kernel.hpp");
  CAPTURE(diff);
  REQUIRE(diff.empty() == (from == to));
  REQUIRE(patched(folder, from, diff) == to);
}

// Few distinct lines, so that many alignments compete; some without content, some with odd bytes.
std::string random_line(std::mt19937& random) {
  constexpr char const* lines[] = {"{\n",       "}\n",       "\n",      "  return x;\n",
                                   "--- a/x\n", "+++ b/y\n", "\\ No\n", "@@ -1 +1 @@\n",
                                   "tab\t\n",   "\xC3\xA9\n"};
  return random() % 3 == 0 ? "line " + std::to_string(random() % 1000) + "\n"
                           : lines[random() % std::size(lines)];
}

std::string random_text(std::mt19937& random, unsigned max_lines) {
  std::string text;
  for (unsigned n = random() % (max_lines + 1); n-- > 0;)
    text += random_line(random);
  return text;
}

std::string random_edit(std::mt19937& random, std::string const& text) {
  std::string edited;
  unsigned const rarity = 2 + random() % 30;
  for (auto const line : pb::record::split_lines(text)) {
    if (random() % rarity == 0) edited += random_line(random);
    if (random() % rarity != 0) edited += line;
  }
  if (random() % 4 == 0 && edited.ends_with('\n')) edited.pop_back();
  return edited;
}

}  // namespace

TEST_CASE("diff: equal texts give an empty diff") {
  CHECK(unified_diff("", "", "x").empty());
  CHECK(unified_diff("a\nb", "a\nb", "x").empty());
}

TEST_CASE("diff: three lines of context, counts and places as patch expects") {
  CHECK(unified_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n", "k.hpp") ==
        "--- a/k.hpp\n+++ b/k.hpp\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST_CASE("diff: changes whose contexts touch share a hunk, others do not") {
  auto const numbered = [](int count, int changed) {
    std::string text;
    for (int i = 0; i < count; ++i)
      text += (i == 0 || i == changed ? "new " : "") + std::to_string(i) + "\n";
    return text;
  };
  auto const hunks = [&](int changed) {
    std::string from = numbered(20, changed);
    for (auto at = from.find("new "); at != from.npos; at = from.find("new "))
      from.erase(at, 4);
    auto const diff = unified_diff(from, numbered(20, changed), "x");
    int count = 0;
    for (auto at = diff.find("\n@@ "); at != diff.npos; at = diff.find("\n@@ ", at + 1))
      ++count;
    return count;
  };
  CHECK(hunks(7) == 1);  // six equal lines between
  CHECK(hunks(8) == 2);
}

TEST_CASE("diff: empty texts and a missing final newline") {
  CHECK(unified_diff("", "a\nb\n", "x") == "--- a/x\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n");
  CHECK(unified_diff("a\n", "", "x") == "--- a/x\n+++ b/x\n@@ -1 +0,0 @@\n-a\n");
  CHECK(unified_diff("a", "a\n", "x") ==
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
  scratch_folder const folder;
  for (std::string const from : {"", "a", "a\n", "a\nb", "\n"})
    for (std::string const to : {"", "a", "a\n", "a\nb", "\n"})
      check_patch(folder, from, to);
}

TEST_CASE("diff: patch turns one text into the other, over hundreds of random edits") {
  scratch_folder const folder;
  std::mt19937 random(3);
  for (int i = 0; i < 400; ++i) {
    CAPTURE(i);
    auto const from = random_text(random, i % 2 == 0 ? 12 : 120);
    check_patch(folder, from, random_edit(random, from));
  }
}

TEST_CASE("diff: unrelated texts of thousands of lines") {
  scratch_folder const folder;
  std::mt19937 random(4);
  std::string from, to;
  for (int i = 0; i < 4000; ++i) {
    from += random_line(random);
    to += random_line(random);
  }
  check_patch(folder, from, to);
  check_patch(folder, from, from + "one more\n");
}
