// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer normalization of each row [Ba, Kiros and Hinton, arXiv:1607.06450], biased variance,
// computed from the centred row: the difference of mean(x^2) and mean(x)^2 cancels where the mean
// is large.
#ifndef PALLASBENCH_OPS_LAYER_NORM_HPP
#define PALLASBENCH_OPS_LAYER_NORM_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// (x - mean) / sqrt(var + eps) gamma + beta
struct layer_norm {
  using signature = rows_of<operand::tile, operand::row_vector, operand::row_vector>;
  double eps = 1e-5;

  template <class Row, class Gamma, class Beta>
  PB_FN auto operator()(Row const& x, Gamma const& gamma, Beta const& beta) const {
    return row_standardised(x, eps) * gamma + beta;
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_LAYER_NORM_HPP
