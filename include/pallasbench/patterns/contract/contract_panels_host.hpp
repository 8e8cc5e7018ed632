// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Matrix products on a host, by panels that stay in the cache: what the host executor does in the
// compute type and the f64 reference in double. Both operands are packed as tiles of a few registers,
// the prologue applied on the way; on an x86 that has them, AVX2 and FMA are used.
#ifndef PALLASBENCH_PATTERNS_CONTRACT_CONTRACT_PANELS_HOST_HPP
#define PALLASBENCH_PATTERNS_CONTRACT_CONTRACT_PANELS_HOST_HPP

#include <pallasbench/patterns/contract/contract.hpp>

#include <cstring>

namespace pb::host {

namespace detail {

/// A panel of a product and the operands of one step along k, packed: every tile of 4 x 2 vectors is
/// contiguous, and so are the elements that one k adds to it.
template <class C>
struct product_panel {
  static constexpr int vector_bytes = 32;
  static constexpr int lanes = vector_bytes / int(sizeof(C));
  static constexpr int tile_m = 4;
  static constexpr int tile_n = 2 * lanes;
  static constexpr int rows = 128;
  static constexpr int columns = 64;
  static constexpr int depth = 128;
  static constexpr int tiles_m = rows / tile_m;
  static constexpr int tiles_n = columns / tile_n;

  C a[tiles_m][depth][tile_m];
  C b[tiles_n][depth][tile_n];
  C sum[tiles_m][tiles_n][tile_m][tile_n];

  C sum_at(int i, int j) const {
    return sum[i / tile_m][j / tile_n][i % tile_m][j % tile_n];
  }

  /// Packs a[m0 .. m0 + m, k0 .. k0 + k) behind the prologue. Zeros fill the last tile, whose sums
  /// are not stored.
  template <class Call>
  void pack_a(Call const& call, i64 m0, int m, i64 k0, int k) {
    for (int i = 0; i < m; ++i)
      for (int x = 0; x < k; ++x)
        a[i / tile_m][x][i % tile_m] = left_element<C>(call, m0 + i, k0 + x);
    for (int i = m; i % tile_m != 0; ++i)
      for (int x = 0; x < k; ++x) a[i / tile_m][x][i % tile_m] = 0;
  }

  /// Packs b[k0 .. k0 + k, n0 .. n0 + n) in the same way.
  template <class Call>
  void pack_b(Call const& call, i64 n0, int n, i64 k0, int k) {
    int const whole = n / tile_n;
    for (int x = 0; x < k; ++x)
      for (int t = 0; t < whole; ++t)
        for (int j = 0; j < tile_n; ++j)
          b[t][x][j] = right_element<C>(call, k0 + x, n0 + t * tile_n + j);
    for (int x = 0; whole * tile_n < n && x < k; ++x)
      for (int j = 0; j < tile_n; ++j) {
        int const column = whole * tile_n + j;
        b[whole][x][j] = column < n ? right_element<C>(call, k0 + x, n0 + column) : C(0);
      }
  }
};

#if defined(__GNUC__) && !defined(__CUDACC__)

/// A row of a tile, in two registers.
template <class C>
struct tile_row {
  typedef C vector __attribute__((vector_size(product_panel<C>::vector_bytes)));
  vector left, right;

  [[gnu::always_inline]] static tile_row load(C const* from) {
    tile_row row;
    std::memcpy(&row.left, from, sizeof row.left);
    std::memcpy(&row.right, from + product_panel<C>::lanes, sizeof row.right);
    return row;
  }
  [[gnu::always_inline]] void store(C* to) const {
    std::memcpy(to, &left, sizeof left);
    std::memcpy(to + product_panel<C>::lanes, &right, sizeof right);
  }
  [[gnu::always_inline]] void add(C a, tile_row const& b) {
    left += a * b.left;
    right += a * b.right;
  }
};

/// sum += a b for the tiles in use, in order of k.
template <class C>
[[gnu::always_inline]] inline void add_tiles_inline(product_panel<C>& p, int tiles_m, int tiles_n,
                                                    int depth) {
  using row = tile_row<C>;
  for (int tn = 0; tn < tiles_n; ++tn) {
    for (int tm = 0; tm < tiles_m; ++tm) {
      auto& sum = p.sum[tm][tn];
      row r0 = row::load(sum[0]), r1 = row::load(sum[1]);
      row r2 = row::load(sum[2]), r3 = row::load(sum[3]);
      for (int k = 0; k < depth; ++k) {
        C const* const a = p.a[tm][k];
        row const b = row::load(p.b[tn][k]);
        r0.add(a[0], b);
        r1.add(a[1], b);
        r2.add(a[2], b);
        r3.add(a[3], b);
      }
      r0.store(sum[0]), r1.store(sum[1]), r2.store(sum[2]), r3.store(sum[3]);
    }
  }
}

#else

template <class C>
inline void add_tiles_inline(product_panel<C>& p, int tiles_m, int tiles_n, int depth) {
  using panel = product_panel<C>;
  for (int tn = 0; tn < tiles_n; ++tn)
    for (int tm = 0; tm < tiles_m; ++tm)
      for (int k = 0; k < depth; ++k)
        for (int i = 0; i < panel::tile_m; ++i)
          for (int j = 0; j < panel::tile_n; ++j)
            p.sum[tm][tn][i][j] += p.a[tm][k][i] * p.b[tn][k][j];
}

#endif

#if defined(__GNUC__) && defined(__x86_64__) && !defined(__CUDACC__)

template <class C>
[[gnu::target("avx2,fma")]] void add_tiles_avx2(product_panel<C>& p, int tiles_m, int tiles_n,
                                                int depth) {
  add_tiles_inline(p, tiles_m, tiles_n, depth);
}

template <class C>
void add_tiles(product_panel<C>& p, int tiles_m, int tiles_n, int depth) {
  static bool const has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (has_avx2) add_tiles_avx2(p, tiles_m, tiles_n, depth);
  else add_tiles_inline(p, tiles_m, tiles_n, depth);
}

#else

template <class C>
void add_tiles(product_panel<C>& p, int tiles_m, int tiles_n, int depth) {
  add_tiles_inline(p, tiles_m, tiles_n, depth);
}

#endif

}  // namespace detail

/// out[i, j] = what the call stores at [i, j], computed in C, for m0 <= i < m1 and n0 <= j < n1.
template <class C, class Call, class Out>
void product_block(Call const& call, i64 m0, i64 m1, i64 n0, i64 n1, Out* out) {
  using panel = detail::product_panel<C>;
  panel p;
  for (i64 n = n0; n < n1; n += panel::columns) {
    int const columns = int(min_of(panel::columns, n1 - n));
    for (i64 m = m0; m < m1; m += panel::rows) {
      int const rows = int(min_of(panel::rows, m1 - m));
      std::memset(p.sum, 0, sizeof p.sum);
      for (i64 k = 0; k < call.k; k += panel::depth) {
        int const depth = int(min_of(panel::depth, call.k - k));
        p.pack_a(call, m, rows, k, depth);
        p.pack_b(call, n, columns, k, depth);
        detail::add_tiles(p, int(ceil_div(rows, panel::tile_m)),
                          int(ceil_div(columns, panel::tile_n)), depth);
      }
      for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j)
          out[(m + i) * call.n + n + j] =
              static_cast<Out>(product_element<C>(call, p.sum_at(i, j), m + i, n + j));
    }
  }
}

}  // namespace pb::host

#endif  // PALLASBENCH_PATTERNS_CONTRACT_CONTRACT_PANELS_HOST_HPP
