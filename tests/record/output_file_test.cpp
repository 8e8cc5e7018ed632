// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// output_file: what is in the target after success and after failure. Signals and other processes
// are in output_file_kill_test.cpp.
#include <pallasbench/record/output_file.hpp>

#include <doctest/doctest.h>

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

#include "child_process.hpp"
#include "scratch_folder.hpp"

using pb::record::output_file;
using pb::record::output_outcome;
using pb::record::output_status;
using pb::tests::line_about;
using pb::tests::read_file;
using pb::tests::scratch_folder;
using pb::tests::start_child;
using pb::tests::wait_for;
using pb::tests::write_file;

namespace {

std::string names_in(output_file const& file) {
  std::string names;
  for (auto const& name : file.kernel_names())
    names += name + " ";
  return names;
}

void check_refused(output_status const& status, std::string const& path, std::string const& why) {
  CAPTURE(status.message);
  CHECK(status.outcome == output_outcome::bad_input);
  CHECK(status.exit_status() == 2);
  CHECK(status.message.find(path) != std::string::npos);
  CHECK(status.message.find(why) != std::string::npos);
}

}  // namespace

TEST_CASE("output: the target changes at commit and not before") {
  scratch_folder const folder;
  auto const target = folder / "out.jsonl";
  write_file(target, "old\n");
  {
    output_file file;
    REQUIRE(file.open(target).ok());
    REQUIRE(file.write_line("{\"a\":1}").ok());
    REQUIRE(file.write_line("{\"a\":2}").ok());
    CHECK(read_file(target) == "old\n");
    CHECK(folder.entries() == 2);
    REQUIRE(file.commit().ok());
    CHECK(read_file(target) == "{\"a\":1}\n{\"a\":2}\n");
  }
  CHECK(folder.entries() == 1);
}

TEST_CASE("output: without commit nothing is left behind") {
  scratch_folder const folder;
  auto const target = folder / "out.jsonl";
  {
    output_file file;
    REQUIRE(file.open(target).ok());
    REQUIRE(file.write_line("{}").ok());
  }
  CHECK(folder.entries() == 0);
}

TEST_CASE("output: permissions and symbolic links stay") {
  scratch_folder const folder;
  auto const target = folder / "out.jsonl", link = folder / "link.jsonl";
  write_file(target, "old\n");
  std::filesystem::permissions(target, std::filesystem::perms(0640));
  std::filesystem::create_symlink("out.jsonl", link);
  output_file file;
  REQUIRE(file.open(link).ok());
  REQUIRE(file.write_line("{}").ok());
  REQUIRE(file.commit().ok());
  CHECK(std::filesystem::is_symlink(link));
  CHECK(read_file(target) == "{}\n");
  CHECK(std::filesystem::status(target).permissions() == std::filesystem::perms(0640));
}

TEST_CASE("output: a path that cannot be written is bad input") {
  scratch_folder const folder;
  auto const file_path = folder / "file";
  write_file(file_path, "kept");
  for (bool const resume : {false, true}) {
    auto const opened = [&](std::string const& path) { return output_file().open(path, resume); };
    check_refused(opened(folder / "missing/out"), "missing/out", "No such file or directory");
    check_refused(opened(folder.path()), folder.path(), "Is a directory");
    check_refused(opened(folder / "new/"), "new/", "Is a directory");
    check_refused(opened(file_path + "/out"), "file/out", "Not a directory");
    check_refused(opened(""), "''", "No such file or directory");
    check_refused(opened(folder / std::string(300, 'n')), "nnn", "File name too long");
  }
  check_refused(output_file().open("-", true), "standard output", "--resume");
  check_refused(output_file().open("/dev/null", true), "/dev/null", "--resume");
  CHECK(read_file(file_path) == "kept");
  CHECK(folder.entries() == 1);
}

TEST_CASE("output: what may not be written is bad input") {
  scratch_folder const folder;
  auto const target = folder / "out";
  write_file(target, "");
  std::filesystem::permissions(target, std::filesystem::perms(0444));
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0555));
  CHECK(wait_for(start_child([&] {
          if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(1);
          for (bool const resume : {false, true})
            for (auto const& path : {target, folder / "fresh"}) {
              auto const status = output_file().open(path, resume);
              bool const named = status.message.find("Permission denied") != std::string::npos;
              if (status.exit_status() != 2 || !named) ::_exit(2);
            }
        })) == 0);
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
  CHECK(folder.entries() == 1);
}

TEST_CASE("output: a full disk is a failure of the machine, and stays one") {
  output_file file;
  REQUIRE(file.open("/dev/full").ok());
  auto const status = file.write_line("{}");
  CHECK(status.exit_status() == 3);
  CHECK(status.message == "writing to '/dev/full' failed: No space left on device");
  CHECK(file.write_line("{}").exit_status() == 3);
  CHECK(file.commit().exit_status() == 3);
}

TEST_CASE("output: a write that fails half way leaves the target as it was") {
  scratch_folder const folder;
  auto const target = folder / "out.jsonl";
  auto const whole = line_about("relu") + "\n";
  for (bool const resume : {false, true}) {
    write_file(target, whole);
    int const status = wait_for(start_child([&] {
      std::signal(SIGXFSZ, SIG_IGN);
      rlimit const limit = {100'000, 100'000};
      ::setrlimit(RLIMIT_FSIZE, &limit);
      int exit_status = 0;
      {
        output_file file;
        if (!file.open(target, resume).ok()) ::_exit(1);
        exit_status = file.write_line(line_about("gelu", 200'000)).exit_status();
        if (file.commit().exit_status() != exit_status) ::_exit(1);
      }
      ::_exit(exit_status);
    }));
    CHECK(WEXITSTATUS(status) == 3);
    CHECK(read_file(target) == whole);
    CHECK(folder.entries() == 1);
  }
}

TEST_CASE("output: standard output gets lines at once") {
  scratch_folder const folder;
  auto const seen = folder / "stdout";
  CHECK(wait_for(start_child([&] {
          ::dup2(::open(seen.c_str(), O_CREAT | O_WRONLY, 0600), STDOUT_FILENO);
          output_file file;
          bool const ok = file.open("-").ok() && file.write_line("{\"a\":1}").ok() &&
                          read_file(seen) == "{\"a\":1}\n" && file.commit().ok();
          ::_exit(ok ? 0 : 1);
        })) == 0);
  CHECK(read_file(seen) == "{\"a\":1}\n");
}

TEST_CASE("output: resume keeps whole lines, cuts a torn one, adds after them") {
  scratch_folder const folder;
  auto const target = folder / "out.jsonl";
  auto const whole = line_about("relu") + "\n" + line_about("gelu") + "\n";
  for (std::string const torn : {"", "{", "{\"kernel_name\":\"elu", "{\"a\":1}", "{\"a\":{}\n"}) {
    write_file(target, whole + torn);
    output_file file;
    REQUIRE(file.open(target, true).ok());
    CHECK(names_in(file) == "relu gelu ");
    CHECK(read_file(target) == whole);
    REQUIRE(file.write_line(line_about("silu")).ok());
    CHECK(read_file(target) == whole + line_about("silu") + "\n");
    REQUIRE(file.commit().ok());
  }
  CHECK(folder.entries() == 1);
}

TEST_CASE("output: resume of nothing starts a file; without commit lines stay") {
  scratch_folder const folder;
  auto const target = folder / "out.jsonl";
  {
    output_file file;
    REQUIRE(file.open(target, true).ok());
    CHECK(file.kernel_names().empty());
    REQUIRE(file.write_line(line_about("relu")).ok());
  }
  CHECK(read_file(target) == line_about("relu") + "\n");
}

TEST_CASE("output: resume leaves a file that no export wrote as it is") {
  scratch_folder const folder;
  auto const target = folder / "notes.txt";
  for (std::string const text : {"my notes", "my notes\n", "{\"a\":1}\n"}) {
    write_file(target, text);
    check_refused(output_file().open(target, true), "notes.txt", "line 1");
    CHECK(read_file(target) == text);
  }
}
