// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern map in f64.
#ifndef PALLASBENCH_REFERENCE_MAP_HPP
#define PALLASBENCH_REFERENCE_MAP_HPP

#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/reference/for_each_index.hpp>

namespace pb::reference {

namespace detail {

template <class Call>
struct map_element {
  Call call;
  double* out;

  PB_FN void operator()(i64 i) const { out[i] = value(i); }
  PB_FN double value(i64 i) const { return at(i, pb::detail::make_indices<Call::inputs>{}); }

 private:
  template <int... I>
  PB_FN double at(i64 i, pb::detail::indices<I...>) const {
    return call.body(element<I>(i)...).at(0);
  }
  template <int I>
  PB_FN tile<double, 1, element_runs<1, 1, false>> element(i64 i) const {
    i64 const from = Call::template is_row_vector<I> ? i % call.columns : i;
    return {{double(input<typename Call::template input_type<I>>(call, I)[from])}, {i}};
  }
};

}  // namespace detail

/// out[i] = the call's result at flat index i, in f64. `out` has call.output_shape().count() elements.
template <class Policy, class Body, class T>
void evaluate(Policy const& policy, map_call<Body, T> const& call, double* out) {
  detail::for_each_index(policy, call.size, detail::map_element<map_call<Body, T>>{call, out});
}

}  // namespace pb::reference

#endif  // PALLASBENCH_REFERENCE_MAP_HPP
