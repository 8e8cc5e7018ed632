// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// random_unit, recorded: Philox4x32-10 in operations on i64 whose upper half is masked off, as
// neither text form has a product of two 32-bit numbers in full. The generator itself:
// core/philox.hpp.
#ifndef PALLASBENCH_TRACE_RANDOM_UNIT_HPP
#define PALLASBENCH_TRACE_RANDOM_UNIT_HPP

#include <pallasbench/core/philox.hpp>
#include <pallasbench/trace/tracer.hpp>

namespace pb::trace {

namespace detail {

template <opcode Code> struct integer_op : scalar::functor<Code, 0> {};

template <class B>
traced bit_and(traced const& a, B const& b) { return lift(integer_op<opcode::bit_and>{}, a, b); }
template <class B>
traced bit_xor(traced const& a, B const& b) { return lift(integer_op<opcode::bit_xor>{}, a, b); }
inline traced shift_right(traced const& a, int bits) {
  return lift(integer_op<opcode::shift_right>{}, a, bits);
}

inline traced low_word(traced const& x) { return bit_and(x, 4294967295.0); }
inline traced high_word(traced const& x) { return low_word(shift_right(x, 32)); }

/// Where each element of a tile lies along dimension d of its array, i64.
inline traced positions(graph& program, shape_t const& shape, std::size_t d) {
  auto const axis = static_cast<i64>(d);
  traced const within = append(program, {.kind = node_kind::iota,
                                         .type = element_type::i64,
                                         .shape = shape,
                                         .dims = {axis}});
  if (program.block_of.empty()) return within;
  traced const block = append(program, {.kind = node_kind::program_id,
                                        .type = element_type::i32,
                                        .shape = {},
                                        .dims = {axis}});
  return within + convert(block, element_type::i64) * double(shape[d]);
}

/// The flat index of each element of a tile in its array, i64.
inline traced element_numbers(graph& program, shape_t const& shape) {
  shape_t const& array = program.block_of.empty() ? shape : program.block_of;
  traced number = positions(program, shape, shape.size() - 1);
  double stride = 1;
  for (std::size_t d = shape.size() - 1; d-- > 0;) {
    stride *= double(array[d + 1]);
    number = number + positions(program, shape, d) * stride;
  }
  return number;
}

struct traced_philox_block {
  traced word[4];
};

/// philox4x32 of core/philox.hpp; the key is known, so its schedule is constants.
inline traced_philox_block philox(traced_philox_block c, u64 key) {
  u32 key0 = static_cast<u32>(key);
  u32 key1 = static_cast<u32>(key >> 32);
  for (int round = 0; round < 10; ++round) {
    traced const product0 = c.word[0] * double(0xD2511F53u);
    traced const product1 = c.word[2] * double(0xCD9E8D57u);
    c = {{bit_xor(bit_xor(high_word(product1), c.word[1]), double(key0)), low_word(product1),
          bit_xor(bit_xor(high_word(product0), c.word[3]), double(key1)), low_word(product0)}};
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  return c;
}

}  // namespace detail

inline traced tracing::random_unit(traced const& x, u64 seed) {
  graph& program = *x.program;
  traced const element = detail::element_numbers(program, shape_t(x.recorded().shape));
  traced const counter = detail::shift_right(element, 2);
  traced const zero = scalar_constant(program, element_type::i64, 0);
  auto const draw = detail::philox(
      {{detail::low_word(counter), detail::high_word(counter), zero, zero}}, seed);
  traced const which = detail::bit_and(element, 3);
  traced const word = select(which < 2, select(which == 0, draw.word[0], draw.word[1]),
                             select(which == 2, draw.word[2], draw.word[3]));
  return convert(detail::shift_right(word, 8), element_type::f32) * 0x1p-24;
}

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_RANDOM_UNIT_HPP
