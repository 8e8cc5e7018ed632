// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Bodies that are nearly right: what a careless author writes. The check must reject their outputs,
// or it cannot tell right from wrong. An operation without an entry here has the general mutants
// only.
#ifndef PALLASBENCH_ROBUST_WRONG_BODIES_HPP
#define PALLASBENCH_ROBUST_WRONG_BODIES_HPP

#include <pallasbench/compose/compose.hpp>
#include <pallasbench/core/macros.hpp>
#include <pallasbench/ops/batch_norm.hpp>
#include <pallasbench/ops/bias.hpp>
#include <pallasbench/ops/dropout.hpp>
#include <pallasbench/ops/attention_forward.hpp>
#include <pallasbench/ops/elementwise_max.hpp>
#include <pallasbench/ops/gelu.hpp>
#include <pallasbench/ops/huber.hpp>
#include <pallasbench/ops/layer_norm.hpp>
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/ops/softmax.hpp>
#include <pallasbench/ops/softmax_cross_entropy.hpp>
#include <pallasbench/ops/squared_difference.hpp>

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
    auto const centred = row_centred(x);
    auto const variance = row_sum(centred * centred) / (row_size(x) - 1.0);
    return centred * rsqrt(variance + eps) * gamma + beta;
  }
};

struct unbiased_batch_norm {
  using signature = ops::batch_norm_1d::signature;
  double eps;

  template <class Column, class Gamma, class Beta>
  PB_FN auto operator()(Column const& x, Gamma const& gamma, Beta const& beta) const {
    auto const centred = col_centred(x);
    auto const variance = col_sum(centred * centred) / (col_size(x) - 1.0);
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

struct unscaled_dropout {
  using signature = ops::dropout::signature;
  double p;
  u64 seed;

  template <class X>
  PB_FN auto operator()(X const& x) const {
    return select(random_unit(x, seed) >= p, x, 0.0);
  }
};

struct unshifted_cross_entropy : ops::softmax_cross_entropy {
  template <class Row, class Label>
  PB_FN auto operator()(Row const& logits, Label const& label) const {
    return select(label == -100, 0.0, log(row_sum(exp(logits))) - row_at(logits, label));
  }
};

struct absolute_difference {
  using signature = ops::squared_difference::signature;

  template <class P, class Target>
  PB_FN auto operator()(P const& p, Target const& t) const {
    return abs(p - t);
  }
};

/// As the right operation, but every row counts in a mean.
template <operation Right>
struct ignoring_no_row {
  using signature = typename Right::signature;
  Right right;

  template <class... X>
  PB_FN auto operator()(X const&... x) const {
    return right(x...);
  }
};

struct unscaled_attention {
  using signature = ops::attention_forward::signature;
  bool causal;

  template <class Product>
  PB_FN auto score(Product const& product, i64) const { return product; }
};

}  // namespace wrong

/// How many times larger a difference in an operation's first input can become in its output;
/// infinite where that is not known.
template <class Body>
double growth(Body const&) { return PB_INFINITY; }

inline double growth(ops::bias const&) { return 1; }
inline double growth(ops::relu const&) { return 1; }
inline double growth(ops::dropout const& op) { return op.p < 1 ? 1 / (1 - op.p) : 0; }

/// What a variance divided by n - 1 in place of n changes, as a share of the normalized value.
inline double share_of_unbiased_variance(i64 n) { return 0.5 / (static_cast<double>(n) - 1); }

/// Calls visit(name, body) for each wrong version known of a body, or visit(name, body, at_most)
/// where outputs of order 1 can be off by no more than that. `n` is how many elements it reduces.
template <class Body, class Visit>
void for_each_wrong_body(Body const&, i64, Visit const&) {}

template <class Visit>
void for_each_wrong_body(ops::softmax const&, i64, Visit const& visit) {
  visit("max shift left out", wrong::unshifted_softmax{});
}

template <class Visit>
void for_each_wrong_body(ops::layer_norm const& right, i64 n, Visit const& visit) {
  visit("eps left out", ops::layer_norm{.eps = 0});
  visit("unbiased variance", wrong::unbiased_layer_norm{right.eps},
        share_of_unbiased_variance(n));
}

template <class Visit>
void for_each_wrong_body(ops::batch_norm_1d const& right, i64 n, Visit const& visit) {
  visit("eps left out", ops::batch_norm_1d{.eps = 0});
  visit("unbiased variance", wrong::unbiased_batch_norm{right.eps},
        share_of_unbiased_variance(n));
}

template <class Visit>
void for_each_wrong_body(ops::gelu const&, i64, Visit const& visit) {
  double const largest_difference = 4.8e-4;  // 4.73e-4, at |x| = 2.7
  visit("erf form instead of the tanh form", ops::gelu_erf{}, largest_difference);
  visit("sigmoid approximation", wrong::shortened_gelu{});
}

template <class Visit>
void for_each_wrong_body(ops::dropout const& right, i64, Visit const& visit) {
  visit("kept elements not scaled", wrong::unscaled_dropout{right.p, right.seed});
  visit("the mask of another seed", ops::dropout{right.p, right.seed + 1});
}

template <class Visit>
void for_each_wrong_body(ops::softmax_cross_entropy const&, i64, Visit const& visit) {
  visit("max shift left out", wrong::unshifted_cross_entropy{});
}

template <class Visit>
void for_each_wrong_body(ops::squared_difference const&, i64, Visit const& visit) {
  visit("absolute difference instead of the squared one", wrong::absolute_difference{});
}

template <class Visit>
void for_each_wrong_body(ops::huber const& right, i64, Visit const& visit) {
  visit("delta doubled", ops::huber{.delta = 2 * right.delta});
}

/// Of a mean: what it is of replaced. A mean is off by no more than the elements it is of.
template <class Of, class Visit>
void for_each_wrong_body(mean_over<Of> const& right, i64 n, Visit const& visit) {
  for_each_wrong_body(right.of, n, [&]<class W>(char const* name, W const& wrong,
                                                double at_most = PB_INFINITY) {
    visit(name, mean_over<W>{wrong}, at_most);
  });
  if constexpr (ignores_rows<Of>)
    visit("ignored rows count", mean_over<wrong::ignoring_no_row<Of>>{{right.of}});
}

template <class Visit>
void for_each_wrong_body(ops::attention_forward const& right, i64, Visit const& visit) {
  visit("scores not scaled", wrong::unscaled_attention{right.causal});
  visit(right.causal ? "mask left out" : "later keys masked",
        ops::attention_forward{.causal = !right.causal});
}

/// Of a composition: each part replaced in turn.
template <pattern_kind P, class F, class G, class Visit>
void for_each_wrong_body(pipe<P, F, G> const& right, i64 n, Visit const& visit) {
  for_each_wrong_body(right.first, n, [&]<class W>(char const* name, W const& wrong,
                                                   double at_most = PB_INFINITY) {
    visit(name, pipe<P, W, G>{wrong, right.then}, at_most * growth(right.then));
  });
  for_each_wrong_body(right.then, n, [&]<class W>(char const* name, W const& wrong,
                                                  double at_most = PB_INFINITY) {
    visit(name, pipe<P, F, W>{right.first, wrong}, at_most);
  });
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_WRONG_BODIES_HPP
