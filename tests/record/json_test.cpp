// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// json_writer against an independent parser; misuse against assert.
#include <pallasbench/record/json.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using pb::record::json_writer;

namespace {

template <class T>
std::string written(T const& value) {
  std::string out;
  json_writer json(out);
  json.value(value);
  CHECK(json.complete());
  return out;
}

template <class T>
std::string written_member(T const& value) {
  std::string out;
  json_writer json(out);
  json.begin_object();
  json.member("x", value);
  json.end_object();
  return out;
}

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("json: members keep their order and commas fall between them") {
  std::string out = "before ";
  json_writer json(out);
  json.begin_object();
  json.member("b", 1);
  json.member("a", std::vector<std::vector<int>>{{1, 2}, {}, {3}});
  json.key("c");
  json.begin_object();
  CHECK_FALSE(json.complete());
  json.end_object();
  json.member("d", true);
  json.member("e", std::optional<int>());
  json.end_object();
  CHECK(json.complete());
  CHECK(out == R"(before {"b":1,"a":[[1,2],[],[3]],"c":{},"d":true,"e":null})");
}

TEST_CASE("json: integers are exact over 64 bits") {
  CHECK(written(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
  CHECK(written(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
}

TEST_CASE("json: a float looks like one and reads back as the same number") {
  CHECK(written(0.0) == "0.0");
  CHECK(written(-0.0) == "-0.0");
  CHECK(written(1.0) == "1.0");
  CHECK(written(0.1) == "0.1");
  CHECK(written(0.1f) == "0.1");
  CHECK(written(1e300) == "1e+300");
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    auto const bits = random();
    double number;
    static_assert(sizeof number == sizeof bits);
    std::memcpy(&number, &bits, sizeof bits);
    if (!std::isfinite(number)) continue;
    auto const parsed = nlohmann::json::parse(written(number));
    REQUIRE(parsed.is_number_float());
    REQUIRE(parsed.get<double>() == number);
  }
}

TEST_CASE("json: what is not finite is null with a note beside it") {
  CHECK(written_member(not_a_number) == R"({"x":null,"x_note":"nan"})");
  CHECK(written_member(infinity) == R"({"x":null,"x_note":"inf"})");
  CHECK(written_member(-infinity) == R"({"x":null,"x_note":"-inf"})");
  CHECK(written_member(std::optional(infinity)) == R"({"x":null,"x_note":"inf"})");
  CHECK(written_member(std::numeric_limits<float>::infinity()) == R"({"x":null,"x_note":"inf"})");
  CHECK(written_member(std::optional<double>()) == R"({"x":null})");
  CHECK(written(not_a_number) == "null");
}

TEST_CASE("json: an array notes its first element that is not finite") {
  CHECK(written_member(std::vector{1.0, -infinity, not_a_number}) ==
        R"({"x":[1.0,null,null],"x_note":"-inf"})");
  CHECK(written_member(std::vector<std::vector<double>>{{1.0}, {not_a_number}}) ==
        R"({"x":[[1.0],[null]],"x_note":"nan"})");
}

TEST_CASE("json: every code point survives, and none breaks the line") {
  for (char32_t value = 0; value <= 0x10FFFF; value += value < 0x3000 ? 1 : 97) {
    if (value >= 0xD800 && value < 0xE000) continue;
    std::string text = "a";
    pb::record::append_utf8(text, value);
    text += 'b';
    auto const line = written(text);
    REQUIRE(nlohmann::json::parse(line).get<std::string>() == text);
    REQUIRE(line.find_first_of("\n\r\v\f") == line.npos);
  }
  CHECK(written("\xE2\x80\xA8") == R"("\u2028")");
}

TEST_CASE("json: bytes that are not UTF-8 become U+FFFD") {
  CHECK(written("a\xFF"
                "b") == "\"a\xEF\xBF\xBD"
                        "b\"");
  CHECK(written("\xC3") == "\"\xEF\xBF\xBD\"");
  std::mt19937 random(2);
  for (int i = 0; i < 20'000; ++i) {
    std::string text(random() % 12, '\0');
    for (char& c : text)
      c = static_cast<char>(random() % 2 == 0 ? random() : 0x80 + random() % 128);
    REQUIRE(nlohmann::json::accept(written(text)));
  }
  for (std::string const text : {"\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                                 "\xF8\x88\x80\x80\x80", "\xF0\x80\x80\x80"})
    CHECK(pb::record::decode_utf8(text).length == 0);
}

#ifndef NDEBUG
namespace {

// Whether `misuse` of a writer ends a process of its own by abort.
template <class Misuse>
bool aborts(Misuse misuse) {
  pid_t const child = ::fork();
  if (child == 0) {
    rlimit const no_core = {};
    ::setrlimit(RLIMIT_CORE, &no_core);
    ::close(STDERR_FILENO);
    std::signal(SIGABRT, SIG_DFL);
    std::string out;
    json_writer json(out);
    misuse(json);
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

}  // namespace

TEST_CASE("json: misuse is caught") {
  CHECK_FALSE(aborts([](json_writer& json) { json.value(1); }));
  CHECK(aborts([](json_writer& json) { json.key("outside"); }));
  CHECK(aborts([](json_writer& json) { json.begin_array(), json.key("in an array"); }));
  CHECK(aborts([](json_writer& json) { json.begin_object(), json.value(1); }));
  CHECK(aborts([](json_writer& json) { json.begin_object(), json.key("a"), json.key("b"); }));
  CHECK(aborts([](json_writer& json) { json.begin_object(), json.key("a"), json.end_object(); }));
  CHECK(aborts([](json_writer& json) { json.begin_object(), json.end_array(); }));
  CHECK(aborts([](json_writer& json) { json.end_object(); }));
  CHECK(aborts([](json_writer& json) { json.value(1), json.value(2); }));
  CHECK(aborts(
      [](json_writer& json) { json.begin_object(), json.member("a", 1), json.member("a", 2); }));
  CHECK(aborts([](json_writer& json) { json.begin_object(), json.member("a", 1), json.value(2); }));
}
#endif
