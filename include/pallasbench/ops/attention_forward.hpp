// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Scaled dot-product attention [Vaswani et al., arXiv:1706.03762]: softmax(q k^T / sqrt(D)) v. The
// skeleton forms the products of queries and keys and the weighted sums of values; what is here is
// what lies between.
#ifndef PALLASBENCH_OPS_ATTENTION_FORWARD_HPP
#define PALLASBENCH_OPS_ATTENTION_FORWARD_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/ops/softmax.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// q[B, H, Sq, D], k and v [B, H, Sk, D] -> [B, H, Sq, D]. Causal: query i sees keys j <= i + Sk -
/// Sq, and a query that sees none gives 0.
struct attention_forward {
  using signature =
      signature_of<pattern_kind::attend, operand::tile, operand::tile, operand::tile>;
  bool causal = false;

  /// The score of a query and a key of `size` elements, from their product.
  template <class Product>
  PB_FN auto score(Product const& product, i64 size) const {
    return product * (1.0 / math::sqrt(double(size)));
  }

  /// The weights of the values, from a query's scores. Executors compute the same online.
  template <class Row>
  PB_FN auto weights(Row const& scores) const {
    return softmax{}(scores);
  }
};

/// The same on q[Sq, E], k and v [Sk, E], where a head is E / heads columns -> [Sq, E].
struct attention_by_columns {
  using signature = attention_forward::signature;
  static constexpr bool by_columns = true;
  int heads = 16;
  bool causal = false;

  template <class Product>
  PB_FN auto score(Product const& product, i64 size) const {
    return attention_forward{}.score(product, size);
  }

  template <class Row>
  PB_FN auto weights(Row const& scores) const {
    return attention_forward{}.weights(scores);
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_ATTENTION_FORWARD_HPP
