// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Bodies that are nearly right: what a careless author writes. The check must reject their outputs,
// or it cannot tell right from wrong. An operation without an entry here has the general mutants
// only.
#ifndef PALLASBENCH_ROBUST_WRONG_BODIES_HPP
#define PALLASBENCH_ROBUST_WRONG_BODIES_HPP

#include <pallasbench/compose/compose.hpp>
#include <pallasbench/ops/elementwise_max.hpp>
#include <pallasbench/ops/gelu.hpp>
#include <pallasbench/ops/layer_norm.hpp>
#include <pallasbench/ops/softmax.hpp>

namespace pb::robust {

namespace wrong {

struct unshifted_softmax {
  using signature = ops::softmax::signature;

  template <class Row>
  PB_FN auto operator()(Row const& x) const {
    auto const e = exp(x);
    return e / row_sum(e);
  }
};

struct unbiased_layer_norm {
  using signature = ops::layer_norm::signature;
  double eps;

  template <class Row, class Gamma, class Beta>
  PB_FN auto operator()(Row const& x, Gamma const& gamma, Beta const& beta) const {
    auto const centred = x - row_mean(x);
    auto const variance = row_sum(centred * centred) / (row_size(x) - 1.0);
    return centred * rsqrt(variance + eps) * gamma + beta;
  }
};

struct shortened_gelu {
  using signature = ops::gelu::signature;

  template <class X>
  PB_FN auto operator()(X const& x) const {
    return x / (1.0 + exp(-1.702 * x));
  }
};

}  // namespace wrong

/// Calls visit(name, body) for each wrong version known of a body.
template <class Body, class Visit>
void for_each_wrong_body(Body const&, Visit const&) {}

template <class Visit>
void for_each_wrong_body(ops::softmax const&, Visit const& visit) {
  visit("max shift left out", wrong::unshifted_softmax{});
}

template <class Visit>
void for_each_wrong_body(ops::layer_norm const& right, Visit const& visit) {
  visit("eps left out", ops::layer_norm{.eps = 0});
  visit("unbiased variance", wrong::unbiased_layer_norm{right.eps});
}

template <class Visit>
void for_each_wrong_body(ops::gelu const&, Visit const& visit) {
  visit("erf form instead of the tanh form", ops::gelu_erf{});
  visit("sigmoid approximation", wrong::shortened_gelu{});
}

/// Of a composition: each part replaced in turn.
template <pattern_kind P, class F, class G, class Visit>
void for_each_wrong_body(pipe<P, F, G> const& right, Visit const& visit) {
  for_each_wrong_body(right.first, [&]<class W>(char const* name, W const& wrong) {
    visit(name, pipe<P, W, G>{wrong, right.then});
  });
  for_each_wrong_body(right.then, [&]<class W>(char const* name, W const& wrong) {
    visit(name, pipe<P, F, W>{right.first, wrong});
  });
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_WRONG_BODIES_HPP
