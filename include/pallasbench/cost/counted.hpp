// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Counted values: the reading that adds up floating-point operations instead of computing. An exp
// counts as one, as an addition does; comparisons and selections as none.
#ifndef PALLASBENCH_COST_COUNTED_HPP
#define PALLASBENCH_COST_COUNTED_HPP

#include <pallasbench/core/element.hpp>
#include <pallasbench/tile/words.hpp>

namespace pb {

namespace cost {
struct counting;
}

/// So many elements whose operations are added to *flops. In namespace pb, as every value is, so that a
/// body of any namespace finds the words of words.hpp.
struct counted {
  using reading = cost::counting;
  using element = double;
  i64* flops;
  i64 elements;
};

}  // namespace pb

namespace pb::cost {

using pb::counted;

struct counting {
  template <class T> using wide = T;

  template <class F, class... A>
  static counted map(F, A const&... a) {
    counted result{nullptr, 0};
    (merge(result, a), ...);
    *result.flops += F::flops * result.elements;
    return result;
  }

  template <class F>
  static counted reduce(F, counted const& x) {
    *x.flops += F::flops * x.elements;
    return {x.flops, 1};
  }

  static counted row_size(counted const& x) { return {x.flops, 1}; }
  static counted column_index(counted const& x) { return x; }
  static counted random_unit(counted const& x, u64) { return x; }  // integer work

 private:
  static void merge(counted& result, counted const& x) {
    result.flops = x.flops;
    if (x.elements > result.elements) result.elements = x.elements;
  }
  template <constant A>
  static void merge(counted&, A const&) {}
};

}  // namespace pb::cost

#endif  // PALLASBENCH_COST_COUNTED_HPP
