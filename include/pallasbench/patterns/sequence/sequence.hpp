// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern sequence: windows of a DNA sequence, each counted in the bin that the body gives it.
// Interface and plan; the executors are sequence_cuda.cuh and sequence_host.hpp.
#ifndef PALLASBENCH_PATTERNS_SEQUENCE_SEQUENCE_HPP
#define PALLASBENCH_PATTERNS_SEQUENCE_SEQUENCE_HPP

#include <pallasbench/patterns/call.hpp>
#include <pallasbench/patterns/plan.hpp>
#include <pallasbench/tile/registers.hpp>
#include <pallasbench/tiling/sequence.hpp>

namespace pb {

/// A body with digit(base) says that a bin is its window's digits read as a number in base 4, the first
/// base's most significant, of bins() = 4^window(); a digit from 4 to 255 gives its windows no bin.
/// Executors may then count windows without calling the body for each.
template <class Body>
concept positional = requires(Body const& body, tile<i32, 1, no_rows> const& base) {
  body.digit(base);
};

/// out[bin] = number of windows whose bin the body says it is; a window with a negative bin counts
/// nowhere. Input: bases u8 [length]; output: i32 [bins]. The body has window(), the number of bases
/// it looks at, and bins(); it may be positional. A sequence shorter than a window gives zeros.
template <class Body, class T = u8>
struct sequence_call {
  using element = u8;
  using output_type = i32;
  static constexpr int inputs = 1;
  static constexpr int max_window = 12;

  Body body;
  void const* in[1];
  i32* out;
  i64 length;

  /// dims: L
  PB_FN static constexpr sequence_call make(Body const& body, extents const& dims) {
    return {body, {}, nullptr, dims[0]};
  }

  template <int>
  PB_FN constexpr extents input_shape() const { return {length}; }
  template <int> using input_type = u8;
  PB_FN constexpr extents output_shape() const { return {body.bins()}; }

  PB_FN constexpr i64 windows() const { return max_of(length - body.window() + 1, 0); }

  static constexpr tiling::sequence_tiling tiles = tiling::select_sequence();

  /// Whether blocks count in shared memory: positional windows, more than a block of them, as words of
  /// word_bases bases, whose fifth letter is any ambiguous base; others in a copy of the output.
  PB_FN constexpr bool is_private() const { return body.bins() <= tiles.private_bins; }
  PB_FN constexpr bool counts_words() const {
    return positional<Body> && is_private() && windows() > tiles.block_elements();
  }
  static constexpr int word_bases = 6;
  static constexpr int words = 15625;  // 5^word_bases
  static_assert(tiles.private_bins == 1 << (2 * word_bases));
  PB_FN constexpr i64 private_counts() const {
    return !is_private() ? 0 : counts_words() ? words : body.bins();
  }

  template <tiling::tiling Tiling>
  PB_FN constexpr plan plan_for() const {
    static_assert(tiles.block_elements() <= tiling::max_block_elements<Tiling>,
                  "pb::sequence: the tiling's bound is below a block of 48 windows a thread; raise N "
                  "in clamped<N>");
    plan p = plan_blocks({windows()}, {tiles.block_elements()}, Tiling::one_block,
                         tiles.threads_per_block, tiles.items_per_thread);
    p.launched_blocks = min_of(p.launched_blocks, tiles.max_launched_blocks);
    // One block stores what it has counted in its copy of the output.
    p.clears_output = p.launched_blocks != 1 || !is_private() || counts_words();
    p.shared_memory_bytes = private_counts() * i64(sizeof(i32));
    return p;
  }

  /// Windows of 1 to max_window bases; another body is refused.
  PB_FN constexpr bool is_allowed() const {
    return 1 <= body.window() && body.window() <= max_window;
  }

  PB_FN constexpr i64 bytes_moved() const { return length + body.bins() * i64(sizeof(i32)); }
};

template <operation Body, class T>
  requires(pattern_of<Body> == pattern_kind::sequence)
struct call_for<Body, T> {
  using type = sequence_call<Body, T>;
};

/// A window in memory, as a body sees it: s[j] is base j.
struct memory_window {
  u8 const* bases;
  PB_FN tile<i32, 1, no_rows> operator[](int j) const { return {{i32(bases[j])}, {}}; }
};

/// The bin of the window that starts at base `at`; negative for none.
template <class Call>
PB_FN i32 window_bin(Call const& call, i64 at) {
  return call.body(memory_window{input<u8>(call, 0) + at}).at(0);
}

}  // namespace pb

#endif  // PALLASBENCH_PATTERNS_SEQUENCE_SEQUENCE_HPP
