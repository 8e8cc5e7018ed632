// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Composition: f | g is the operation g(f(x...), y...), lowered at compile time to one pattern with one
// pass over memory. Its inputs are those of f, then those of g after its first.
//
//   map  | map       -> map           bias{} | gelu{}
//   map  | rows, rows | map, rows | rows -> rows          layer_norm{} | relu{}
//   the same with columns in place of rows -> columns       batch_norm_1d{} | relu{}
//   map  | contract  -> contract, the map as prologue on A     relu{} | matmul{}
//   contract | map   -> contract, the map as epilogue          matmul{} | bias{} | relu{}
//   index | map      -> index, the map as epilogue             gather{} | relu{}
//   convolve | map   -> convolve, the map as epilogue          conv1d{} | bias{} | relu{}
//   map  | reduce, rows | reduce -> reduce        squared_difference{} | mean{}
//
// Every other pair is refused at compile time with a sentence. No arithmetic lives here.
#ifndef PALLASBENCH_COMPOSE_COMPOSE_HPP
#define PALLASBENCH_COMPOSE_COMPOSE_HPP

#include <pallasbench/compose/operation.hpp>
#include <pallasbench/core/macros.hpp>

namespace pb {

/// Returns its argument: the prologue or epilogue of a product that has none.
struct identity_op {
  using signature = map_of<operand::tile>;
  template <class X> PB_FN auto operator()(X const& x) const { return x; }
};

/// g(f(x...), y...)
template <pattern_kind Pattern, operation F, operation G>
struct pipe {
  using signature = detail::joined_t<Pattern, F, G>;
  F first;
  G then;

  template <class... X>
  PB_FN auto operator()(X const&... x) const {
    return split(detail::make_indices<num_inputs<F>>{},
                 detail::make_indices<num_inputs<G> - 1>{}, detail::pack<X const&...>{{{x}...}});
  }

  static constexpr bool keeps_axis = pb::keeps_axis<F> || pb::keeps_axis<G>;
  static constexpr bool ignores_rows = pb::ignores_rows<F> || pb::ignores_rows<G>;
  static constexpr bool draws = pb::draws<F> || pb::draws<G>;

  /// The rows that count are those of the part that ignores some.
  template <class... X>
  PB_FN auto counts(X const&... x) const {
    return split_counts(detail::make_indices<num_inputs<F>>{},
                        detail::make_indices<num_inputs<G> - 1>{},
                        detail::pack<X const&...>{{{x}...}});
  }

  PB_FN constexpr bool is_allowed() const { return pb::is_allowed(first) && pb::is_allowed(then); }

 private:
  template <int... I, int... J, class... X>
  PB_FN auto split(detail::indices<I...>, detail::indices<J...>,
                   detail::pack<X const&...> const& x) const {
    return then(first(detail::get<I>(x)...), detail::get<num_inputs<F> + J>(x)...);
  }
  template <int... I, int... J, class... X>
  PB_FN auto split_counts(detail::indices<I...>, detail::indices<J...>,
                          detail::pack<X const&...> const& x) const {
    if constexpr (pb::ignores_rows<F>) return first.counts(detail::get<I>(x)...);
    else return then.counts(first(detail::get<I>(x)...), detail::get<num_inputs<F> + J>(x)...);
  }
};

/// A matrix product: epilogue(sum over k of prologue(a)[m, k] b[k, n], y...).
/// Inputs: a and the prologue's others, b, the epilogue's others. ops::matmul is the plain one.
template <operation Prologue = identity_op, operation Epilogue = identity_op>
struct contraction {
  using before = detail::joined_t<pattern_kind::contract, Prologue, identity_op>;
  using product = detail::appended_t<before, operand::matrix>;
  using signature = typename detail::joined<pattern_kind::contract, product,
                                            typename Epilogue::signature>::type;
  Prologue prologue;
  Epilogue epilogue;
};

/// A table lookup: epilogue(table[index, :], y...). ops::gather is the plain one.
template <operation Epilogue = identity_op>
struct lookup {
  using signature =
      typename detail::joined<pattern_kind::index,
                              signature_of<pattern_kind::index, operand::tile, operand::index>,
                              typename Epilogue::signature>::type;
  Epilogue epilogue;
};

/// Updates added by index: x with prologue(u) added at index. ops::scatter_add is the plain one.
template <operation Prologue = identity_op>
struct scattering {
  using signature =
      signature_of<pattern_kind::scatter, operand::tile, operand::index, operand::tile>;
  Prologue prologue;
};

/// Filters slid along a sequence: epilogue(sum over taps and channels, y...). ops::conv1d is the plain
/// one.
template <operation Epilogue = identity_op>
struct convolution {
  using signature = typename detail::joined<
      pattern_kind::convolve,
      signature_of<pattern_kind::convolve, operand::tile, operand::filters>,
      typename Epilogue::signature>::type;
  Epilogue epilogue;
};

/// The mean over a map's elements, or over a row operation's results, one value a row. ops::mean is
/// the plain one.
template <operation Of = identity_op>
struct mean_over {
  using signature = detail::with_pattern_t<pattern_kind::reduce, typename Of::signature>;
  Of of;
};

template <operation F, operation G>
PB_FN constexpr auto operator|(F const& f, G const& g);

namespace detail {

template <class T> inline constexpr bool is_contraction = false;
template <class P, class E> inline constexpr bool is_contraction<contraction<P, E>> = true;

template <class F> PB_FN constexpr F fuse(identity_op, F const& f) { return f; }
template <class F> PB_FN constexpr F fuse(F const& f, identity_op) { return f; }
PB_FN constexpr identity_op fuse(identity_op, identity_op) { return {}; }
template <class F, class G>
PB_FN constexpr auto fuse(F const& f, G const& g) {
  return pipe<pattern_kind::map, F, G>{f, g};
}

template <class E, class G>
PB_FN constexpr auto with_epilogue(lookup<E> const& f, G const& g) {
  auto const epilogue = fuse(f.epilogue, g);
  return lookup<remove_cvref_t<decltype(epilogue)>>{epilogue};
}
template <class E, class G>
PB_FN constexpr auto with_epilogue(convolution<E> const& f, G const& g) {
  auto const epilogue = fuse(f.epilogue, g);
  return convolution<remove_cvref_t<decltype(epilogue)>>{epilogue};
}
template <class P, class E, class G>
PB_FN constexpr auto with_epilogue(contraction<P, E> const& f, G const& g) {
  auto const epilogue = fuse(f.epilogue, g);
  return contraction<P, remove_cvref_t<decltype(epilogue)>>{f.prologue, epilogue};
}
template <class F, class P, class E>
PB_FN constexpr auto with_prologue(F const& f, contraction<P, E> const& g) {
  auto const prologue = fuse(f, g.prologue);
  return contraction<remove_cvref_t<decltype(prologue)>, E>{prologue, g.epilogue};
}

template <class F> PB_FN constexpr mean_over<F> with_mean(F const& f, mean_over<> const&) {
  return {f};
}
template <class F, class G>
PB_FN constexpr auto with_mean(F const& f, mean_over<G> const& g) {
  auto const of = f | g.of;
  return mean_over<remove_cvref_t<decltype(of)>>{of};
}

/// The sentences for what cannot be one kernel; true where it can.
template <operation F, operation G>
PB_FN constexpr bool check_composition() {
  constexpr pattern_kind f = pattern_of<F>;
  constexpr pattern_kind g = pattern_of<G>;
  constexpr bool f_maps = f == pattern_kind::map;
  constexpr bool g_maps = g == pattern_kind::map;
  constexpr bool f_rows = f == pattern_kind::rows;
  constexpr bool g_rows = g == pattern_kind::rows;
  constexpr bool f_columns = f == pattern_kind::columns;
  constexpr bool g_columns = g == pattern_kind::columns;
  static_assert(!(f == pattern_kind::contract && g_rows),
                "pb: a matrix product cannot be fused with a row operation behind it: no block holds "
                "a whole row of the product; run them one after the other, as two kernels");
  static_assert(!(f_rows && g == pattern_kind::contract),
                "pb: a row operation cannot be the prologue of a matrix product: each row would be "
                "reduced again by every block of columns; run them one after the other, as two "
                "kernels");
  static_assert(!(f == pattern_kind::contract && g == pattern_kind::contract),
                "pb: two matrix products cannot be one kernel: the second needs whole rows of the "
                "first; run them one after the other, as two kernels");
  static_assert(f != pattern_kind::attend && g != pattern_kind::attend,
                "pb: attention cannot be fused with another operation: its blocks hold some columns of "
                "one head; make them steps of a sequence");
  static_assert(f != pattern_kind::steps && g != pattern_kind::steps,
                "pb: a sequence is several kernels and cannot be part of one; make the other operation "
                "a step of the sequence");
  static_assert(g != pattern_kind::index,
                "pb: a lookup cannot follow another operation in one kernel: it would compute rows "
                "of the table that are never looked up; run them one after the other, or put the "
                "operation behind the lookup: gather{} | op{}");
  static_assert(f != pattern_kind::sequence && g != pattern_kind::sequence,
                "pb: a sequence operation counts over its whole input and cannot be fused with "
                "another operation; run them one after the other, as two kernels");
  static_assert(f != pattern_kind::reversed && g != pattern_kind::reversed,
                "pb: a sequence operation that reverses cannot be fused with another operation; run "
                "them one after the other, as two kernels");
  static_assert(!(f_columns && g_rows) && !(f_rows && g_columns),
                "pb: a row operation and a column operation cannot be one kernel: no block holds "
                "whole rows and whole columns; run them one after the other, as two kernels");
  static_assert(!(f == pattern_kind::contract && g_columns) &&
                    !(f_columns && g == pattern_kind::contract),
                "pb: a matrix product and a column operation cannot be one kernel: no block holds a "
                "whole column of the product; run them one after the other, as two kernels");
  static_assert(!(f == pattern_kind::index && g_columns),
                "pb: a lookup cannot be fused with a column operation: the lookup's tiles cut "
                "columns; run them one after the other, as two kernels");
  static_assert(g != pattern_kind::convolve,
                "pb: a convolution cannot follow another operation in one kernel: each tap would compute "
                "it again; run them one after the other, as two kernels");
  static_assert(f != pattern_kind::convolve || g_maps,
                "pb: only a map can follow a convolution in one kernel: its blocks hold some positions "
                "of some filters; run them one after the other, as two kernels");
  static_assert(f != pattern_kind::scatter && g != pattern_kind::scatter,
                "pb: a scatter-add is complete only when all its updates have been added and cannot be "
                "fused with another operation; run them one after the other, as two kernels, or map "
                "the updates on their way in: scattering<op>{}");
  static_assert(f != pattern_kind::index || num_inputs<F> >= 2,
                "pb: one_hot cannot be fused with another operation: its rows are constants; look the "
                "rows up in a table instead, gather{} | op{}, or run them as two kernels");
  static_assert(!(f == pattern_kind::index && g_rows),
                "pb: a lookup cannot be fused with a row operation: the lookup's tiles cut rows; run "
                "them one after the other, as two kernels");
  if (f_columns || g_columns) return (f_maps || f_columns) && (g_maps || g_columns);
  static_assert(f != pattern_kind::reduce,
                "pb: nothing can follow a mean in one kernel: it is one number, and known only when "
                "the last block is done; run them one after the other, as two kernels");
  static_assert(g != pattern_kind::reduce || f_maps || f_rows || f == pattern_kind::reduce,
                "pb: in one kernel a mean can follow only maps and row operations that give one value "
                "a row; run them one after the other, as two kernels");
  if (g == pattern_kind::reduce) return f_maps || f_rows;
  return (f_maps || f_rows) ? (g_maps || g_rows || (f_maps && g == pattern_kind::contract))
                            : (g_maps && (f == pattern_kind::contract || f == pattern_kind::convolve ||
                                          (f == pattern_kind::index && num_inputs<F> >= 2)));
}

}  // namespace detail

/// Composition of two operations; see the table above.
template <operation F, operation G>
PB_FN constexpr auto operator|(F const& f, G const& g) {
  if constexpr (detail::check_composition<F, G>()) {
    if constexpr (pattern_of<G> == pattern_kind::contract) return detail::with_prologue(f, g);
    else if constexpr (pattern_of<G> == pattern_kind::reduce) return detail::with_mean(f, g);
    else if constexpr (pattern_of<F> == pattern_kind::contract ||
                       pattern_of<F> == pattern_kind::convolve || pattern_of<F> == pattern_kind::index)
      return detail::with_epilogue(f, g);
    else if constexpr (pattern_of<F> == pattern_kind::map && pattern_of<G> == pattern_kind::map)
      return pipe<pattern_kind::map, F, G>{f, g};
    else if constexpr (pattern_of<F> == pattern_kind::columns ||
                       pattern_of<G> == pattern_kind::columns)
      return pipe<pattern_kind::columns, F, G>{f, g};
    else
      return pipe<pattern_kind::rows, F, G>{f, g};
  }
}

namespace ops {
using pb::operator|;
}
namespace reductions {
using pb::operator|;
}

}  // namespace pb

#endif  // PALLASBENCH_COMPOSE_COMPOSE_HPP
