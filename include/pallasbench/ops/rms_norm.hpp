// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Root mean square normalization of each row [Zhang and Sennrich, arXiv:1910.07467]. The gain is
// applied before the one rounding at the store.
#ifndef PALLASBENCH_OPS_RMS_NORM_HPP
#define PALLASBENCH_OPS_RMS_NORM_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb::ops {

/// x / sqrt(mean(x^2) + eps) gamma
struct rms_norm {
  using signature = rows_of<operand::tile, operand::row_vector>;
  double eps = 1e-5;

  template <class Row, class Gamma>
  PB_FN auto operator()(Row const& x, Gamma const& gamma) const {
    return x * row_inverse_rms(x, eps) * gamma;
  }
};

}  // namespace pb::ops

#endif  // PALLASBENCH_OPS_RMS_NORM_HPP
