// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Cross-entropy of a label, or of a distribution over labels, and the softmax of each row of logits:
// one loss a row. Its mean over the rows is softmax_cross_entropy{} | mean{}.
#ifndef PALLASBENCH_OPS_SOFTMAX_CROSS_ENTROPY_HPP
#define PALLASBENCH_OPS_SOFTMAX_CROSS_ENTROPY_HPP

#include <pallasbench/ops/log_softmax.hpp>

namespace pb::ops {

/// -log_softmax(logits)[label]; 0 where the label is -100, which is ignored as in PyTorch, and NaN
/// where it is any other number outside [0, columns). An ignored row does not count in a mean.
struct softmax_cross_entropy {
  using signature = rows_of<operand::tile, operand::label>;
  static constexpr bool ignores_rows = true;

  template <class Row, class Label>
  PB_FN auto operator()(Row const& logits, Label const& label) const {
    auto const columns = row_size(column_index(logits));  // in i64, so exact
    auto const exists = label >= 0 && label < columns;
    auto const loss = -row_at(log_softmax{}(logits), label);
    return select(label == -100, 0.0, select(exists, loss, PB_NAN));
  }

  template <class Row, class Label>
  PB_FN auto counts(Row const&, Label const& label) const {
    return label != -100;
  }
};

/// -sum(p log_softmax(logits)) for probabilities p [rows, columns]; a label of probability 0 adds
/// nothing, whatever its logit.
struct soft_label_cross_entropy {
  using signature = rows_of<operand::tile, operand::tile>;

  template <class Row, class Probabilities>
  PB_FN auto operator()(Row const& logits, Probabilities const& p) const {
    return -row_sum(select(p == 0.0, 0.0, p * log_softmax{}(logits)));
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_SOFTMAX_CROSS_ENTROPY_HPP
