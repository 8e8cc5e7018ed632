// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Blocks of attention against plain loops: the host executor and the f64 reference share them, so
// neither can check the other.
#include "support/host_executor.hpp"

#include <pallasbench/ops/attention_forward.hpp>

#include <cmath>

namespace pb::test {

struct head_sizes {
  i64 heads, queries, keys, size;
};

// Around blocks of 64 queries, 64 keys, 64 columns and 128 steps of a score.
inline constexpr head_sizes attended[] = {{2, 1, 1, 1},    {1, 64, 64, 64},  {1, 65, 63, 65},
                                          {2, 130, 67, 9}, {1, 63, 129, 128}, {1, 70, 130, 131}};

/// How many keys a query sees.
i64 seen(head_sizes const& s, bool causal, i64 query) {
  return causal ? std::min(std::max<i64>(query + 1 + s.keys - s.queries, 0), s.keys) : s.keys;
}

/// One query's result, by the definition.
std::vector<double> attend(head_sizes const& s, i64 visible, float const* q, float const* k,
                           float const* v) {
  std::vector<double> weights, result(static_cast<std::size_t>(s.size));
  double total = 0;
  for (i64 j = 0; j < visible; ++j) {
    double score = 0;
    for (i64 d = 0; d < s.size; ++d) score += double(q[d]) * double(k[j * s.size + d]);
    weights.push_back(std::exp(score / std::sqrt(double(s.size))));
    total += weights.back();
  }
  for (i64 j = 0; j < visible; ++j)
    for (i64 d = 0; d < s.size; ++d)
      result[static_cast<std::size_t>(d)] +=
          weights[static_cast<std::size_t>(j)] / total * double(v[j * s.size + d]);
  return result;
}

TEST_CASE("blocks of attention against plain loops") {
  for (head_sizes const& s : attended) {
    auto const q = normal(s.heads * s.queries * s.size, 0);
    auto const k = normal(s.heads * s.keys * s.size, 1), v = normal(s.heads * s.keys * s.size, 2);
    for (bool const causal : {false, true}) {
      std::vector<double> expected;
      for (i64 row = 0; row < s.heads * s.queries; ++row) {
        i64 const first_key = row / s.queries * s.keys * s.size;
        auto const result = attend(s, seen(s, causal, row % s.queries), q.data() + row * s.size,
                                   k.data() + first_key, v.data() + first_key);
        expected.insert(expected.end(), result.begin(), result.end());
      }
      ops::attention_forward const body{.causal = causal};
      extents const dims{1, s.heads, s.queries, s.keys, s.size};
      check_values<executor<clamped>>(expected, f32_product, body, dims, q, k, v);
      auto const reference = reference_of<executor<clamped>>(body, dims, q, k, v);
      double error = 0;
      for (std::size_t i = 0; i < expected.size(); ++i)
        error = std::max(error, std::fabs(reference[i] - expected[i]));
      CHECK(error < 1e-12);
    }
  }
}

}  // namespace pb::test
