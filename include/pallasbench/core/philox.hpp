// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Philox4x32-10 [Salmon, Moraes, Dror and Shaw, SC 2011]: a counter-based generator. Element number and
// seed alone decide a draw, so it is the same on every device, under every tiling, in every order.
#ifndef PALLASBENCH_CORE_PHILOX_HPP
#define PALLASBENCH_CORE_PHILOX_HPP

#include <pallasbench/core/element.hpp>

namespace pb {

/// Four 32-bit words.
struct philox_block {
  u32 word[4];
};

/// The ten-round bijection of a 128-bit counter under a 64-bit key.
PB_FN constexpr philox_block philox4x32(philox_block counter, u64 key) {
  u32 key0 = static_cast<u32>(key);
  u32 key1 = static_cast<u32>(key >> 32);
  philox_block c = counter;
  for (int round = 0; round < 10; ++round) {
    c = {{PB_MUL_HIGH(0xCD9E8D57u, c.word[2]) ^ c.word[1] ^ key0, 0xCD9E8D57u * c.word[2],
          PB_MUL_HIGH(0xD2511F53u, c.word[0]) ^ c.word[3] ^ key1, 0xD2511F53u * c.word[0]}};
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  return c;
}

/// The draw of one element of one stream.
PB_FN constexpr philox_block philox_at(u64 seed, u32 stream, i64 element) {
  u64 const e = static_cast<u64>(element);
  return philox4x32({{static_cast<u32>(e), static_cast<u32>(e >> 32), stream, 0}}, seed);
}

/// A word as a number of [0, 1): its upper 24 bits, so exact in f32.
PB_FN constexpr float unit_float(u32 word) { return static_cast<float>(word >> 8) * 0x1p-24f; }

}  // namespace pb

#endif  // PALLASBENCH_CORE_PHILOX_HPP
