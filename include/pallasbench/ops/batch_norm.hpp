// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Batch normalization of each column [Ioffe and Szegedy, arXiv:1502.03167] in training mode:
// statistics of the batch at hand, biased variance, computed from the centred column: the
// difference of mean(x^2) and mean(x)^2 cancels where the mean is large.
#ifndef PALLASBENCH_OPS_BATCH_NORM_HPP
#define PALLASBENCH_OPS_BATCH_NORM_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// (x - mean) / sqrt(var + eps) gamma + beta, over the batch; a batch of one gives beta
struct batch_norm_1d {
  using signature = columns_of<operand::tile, operand::row_vector, operand::row_vector>;
  double eps = 1e-5;

  template <class Column, class Gamma, class Beta>
  PB_FN auto operator()(Column const& x, Gamma const& gamma, Beta const& beta) const {
    return col_standardised(x, eps) * gamma + beta;
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_BATCH_NORM_HPP
