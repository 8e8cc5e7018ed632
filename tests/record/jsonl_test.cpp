// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading back what an export wrote: names, whole lines, torn lines, foreign lines.
#include <pallasbench/record/json.hpp>
#include <pallasbench/record/jsonl.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using pb::record::recover_lines;
using pb::record::string_member;

TEST_CASE("jsonl: a member is found where it is one, and nowhere else") {
  CHECK(string_member(R"({"kernel_name":"relu"})", "kernel_name") == "relu");
  CHECK(string_member(R"({ "a" : [1, {"kernel_name":"no"}], "kernel_name" : "yes" })",
                      "kernel_name") == "yes");
  CHECK(string_member(R"({"t":"\"kernel_name\":\"no\"","kernel_name":"yes"})", "kernel_name") ==
        "yes");
  CHECK(string_member(R"({"a":"kernel_name","b":"no"})", "kernel_name") == std::nullopt);
  CHECK(string_member(R"({"kernel_name":7})", "kernel_name") == std::nullopt);
  CHECK(string_member(R"({"kernel_name":"to)", "kernel_name") == std::nullopt);
  CHECK(string_member(R"({"kernel_name":)", "kernel_name") == std::nullopt);
}

TEST_CASE("jsonl: escapes are read as they are written") {
  CHECK(string_member(R"({"k\u0065y":"\u00e9\ud83d\ude00\"\\\/\b\f\n\r\t"})", "key") ==
        "\xC3\xA9\xF0\x9F\x98\x80\"\\/\b\f\n\r\t");
  CHECK(string_member(R"({"key":"\ud83dx"})", "key") == "\xEF\xBF\xBDx");
  CHECK(string_member(R"({"key":"\u12"})", "key").has_value());

  std::string text;
  for (int byte = 0; byte < 128; ++byte)
    text += static_cast<char>(byte);
  text += "\xE2\x80\xA8\xF0\x9F\x98\x80";
  std::string line;
  pb::record::json_writer json(line);
  json.begin_object();
  json.member("key", text);
  json.end_object();
  CHECK(string_member(line, "key") == text);
}

TEST_CASE("jsonl: a torn last line is left out, wherever it was torn") {
  std::string const whole = "{\"kernel_name\":\"relu\"}\n";
  std::string const last = R"({"kernel_name":"gelu","a":{"b":[1,2,"}"]},"c":"\\"})";
  for (std::size_t length = 0; length <= last.size(); ++length) {
    CAPTURE(length);
    auto const found = recover_lines(whole + last.substr(0, length));
    CHECK(found.foreign_line == 0);
    CHECK(found.whole_bytes == whole.size());
    CHECK(found.kernel_names == std::vector<std::string>{"relu"});
  }
  auto const complete = recover_lines(whole + last + "\n");
  CHECK(complete.kernel_names == std::vector<std::string>{"relu", "gelu"});
  CHECK(recover_lines(whole + R"({"kernel_name":"gelu","a":{"b":1})" + "\n").whole_bytes ==
        whole.size());
  CHECK(recover_lines("").whole_bytes == 0);
}

TEST_CASE("jsonl: a line that no export wrote is named") {
  std::string const whole = "{\"kernel_name\":\"relu\"}\n";
  CHECK(recover_lines("hello\n").foreign_line == 1);
  CHECK(recover_lines("hello").foreign_line == 1);
  CHECK(recover_lines(whole + "\n").foreign_line == 2);
  CHECK(recover_lines(whole + "{\"kernel_name\":\n" + whole).foreign_line == 2);
  CHECK(recover_lines(whole + whole + "{\"other\":1}\n").foreign_line == 3);
}
