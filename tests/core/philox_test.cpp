// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Philox4x32-10 against the known answers published with Random123 (kat_vectors), and how a seed, a
// stream and an element number enter it.
#include <pallasbench/core/philox.hpp>

#include <doctest/doctest.h>

#include <initializer_list>
#include <set>
#include <tuple>

namespace {

using namespace pb;

void check_words(philox_block const& block, philox_block const& expected) {
  for (int i = 0; i < 4; ++i)
    CHECK(block.word[i] == expected.word[i]);
}

TEST_CASE("philox: published known answers") {
  check_words(philox4x32({{0, 0, 0, 0}}, 0), {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}});
  check_words(philox4x32({{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}}, 0xffffffff'ffffffff),
              {{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}});
  // Digits of pi; the key's first word is the low one.
  check_words(philox4x32({{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, 0x299f31d0'a4093822),
              {{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}});
}

TEST_CASE("philox: usable in constant expressions") {
  static_assert(philox4x32({{0, 0, 0, 0}}, 0).word[0] == 0x6627e8d5);
}

TEST_CASE("philox: a draw is the block at counter (element, stream) under the seed") {
  check_words(philox_at(0, 0, 0), {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}});
  i64 const element = 0x85a308d3'243f6a88;
  check_words(philox_at(0x299f31d0'a4093822, 0x13198a2e, element),
              philox4x32({{0x243f6a88, 0x85a308d3, 0x13198a2e, 0}}, 0x299f31d0'a4093822));
}

TEST_CASE("philox: seeds, streams and elements all give other draws") {
  std::set<std::tuple<u32, u32, u32, u32>> seen;
  int draws = 0;
  for (u64 const seed : {0ULL, 1ULL, 1ULL << 32}) {
    for (u32 const stream : {0u, 1u, 2u}) {
      for (i64 const element : {0LL, 1LL, 2LL, 1LL << 32, 1LL << 40}) {
        auto const [a, b, c, d] = philox_at(seed, stream, element).word;
        seen.insert({a, b, c, d});
        ++draws;
      }
    }
  }
  CHECK(static_cast<int>(seen.size()) == draws);
}

}  // namespace
