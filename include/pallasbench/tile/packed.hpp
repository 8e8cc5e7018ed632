// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Conditions on bytes, four at a time: a row of u8 is compared in 32-bit words, a flag a byte. An
// expression that is made of comparisons of bytes, with each other or with constants, and of their
// conjunctions has packed(column) beside run(column); any other has not.
#ifndef PALLASBENCH_TILE_PACKED_HPP
#define PALLASBENCH_TILE_PACKED_HPP

#include <pallasbench/core/element.hpp>
#include <pallasbench/core/scalar.hpp>
#include <pallasbench/detail/meta.hpp>

namespace pb::packed {

/// Four elements of type u8, and four conditions: bit 7 of a byte is set where it holds, no other is.
struct bytes {
  u32 word;
};
struct flags {
  u32 word;
};

inline constexpr u32 each = 0x01010101u;
inline constexpr u32 top_bits = 0x80808080u;

/// A byte of a ^ b is zero where its lower bits carry nothing into bit 7 and bit 7 is not set.
PB_FN flags apply(scalar::equal, bytes a, bytes b) {
  u32 const differs = a.word ^ b.word;
  u32 const carried = (differs & ~top_bits) + ~top_bits;
  return {~(carried | differs) & top_bits};
}
PB_FN flags apply(scalar::not_equal, bytes a, bytes b) {
  return {apply(scalar::equal{}, a, b).word ^ top_bits};
}
PB_FN flags apply(scalar::logical_and, flags a, flags b) { return {a.word & b.word}; }
PB_FN flags apply(scalar::logical_or, flags a, flags b) { return {a.word | b.word}; }

/// With a constant; no byte equals one that is not a byte.
PB_FN flags apply(scalar::equal, bytes a, int constant) {
  u32 const value = static_cast<u32>(constant);
  return value > 255 ? flags{0} : apply(scalar::equal{}, a, bytes{value * each});
}
PB_FN flags apply(scalar::not_equal, bytes a, int constant) {
  return {apply(scalar::equal{}, a, constant).word ^ top_bits};
}

/// Words of neighbouring columns.
template <class T, int Count>
struct words {
  T of[Count];
};

/// How many of the conditions hold, of at most 255 words.
template <int Count>
PB_FN i32 count(words<flags, Count> const& w) {
  static_assert(Count <= 255);
  u32 by_byte = 0;
  PB_UNROLL
  for (int i = 0; i < Count; ++i) by_byte += w.of[i].word >> 7;
  return static_cast<i32>((by_byte & 0xff) + (by_byte >> 8 & 0xff) + (by_byte >> 16 & 0xff) +
                          (by_byte >> 24));
}

namespace detail {

template <class T, int Count>
PB_FN T word_at(words<T, Count> const& w, int i) { return w.of[i]; }
PB_FN int word_at(int constant, int) { return constant; }

}  // namespace detail

/// f of V bytes of each operand, where apply() has it: words, or a constant.
template <int V, class F, class... P>
PB_FN auto map(F f, P const&... operands)
    -> words<decltype(apply(f, detail::word_at(operands, 0)...)), V / 4> {
  words<decltype(apply(f, detail::word_at(operands, 0)...)), V / 4> result{};
  PB_UNROLL
  for (int i = 0; i < V / 4; ++i) result.of[i] = apply(f, detail::word_at(operands, i)...);
  return result;
}

/// Expressions whose conditions come four at a time.
template <class Expr>
concept condition_on_bytes = requires(Expr const& e) { e.template packed<16>(i64(0)).of[0].word; };

}  // namespace pb::packed

#endif  // PALLASBENCH_TILE_PACKED_HPP
