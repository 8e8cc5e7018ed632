// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Rounding to the element types and the element-by-element comparison, held to values derived from
// the formats' definitions.
#include <pallasbench/robust/compare.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace {

using namespace pb;
using namespace pb::robust;

constexpr double inf = std::numeric_limits<double>::infinity();
double const nan = std::numeric_limits<double>::quiet_NaN();

comparison compare_f32(std::vector<double> const& out, std::vector<double> const& ref,
                       std::vector<i64> const& shape) {
  return compare(out, ref, shape, element_type::f32, tolerance_for(element_type::f32, false, 1));
}

TEST_CASE("rounding: f32 is what a cast gives, past its largest number too") {
  for (double const x : {0.1, -1.0 / 3, 1e-40, 1e-46, 3.4e38, 16777217.0}) {
    CHECK(round_to(element_type::f32, x) == static_cast<double>(static_cast<float>(x)));
  }
  CHECK(round_to(element_type::f32, 1e39) == inf);
  CHECK(round_to(element_type::f32, -1e39) == -inf);
  CHECK(round_to(element_type::f32, 0x1.fffffep127 + 0x1p100) == 0x1.fffffep127);
}

TEST_CASE("rounding: f16 ties go to even, subnormals are kept, 65520 overflows") {
  CHECK(round_to(element_type::f16, 1 + 0x1p-11) == 1);
  CHECK(round_to(element_type::f16, 1 + 3 * 0x1p-11) == 1 + 0x1p-9);
  CHECK(round_to(element_type::f16, 1 + 0x1.01p-11) == 1 + 0x1p-10);
  CHECK(round_to(element_type::f16, 0x1.8p-24) == 0x1p-23);
  CHECK(round_to(element_type::f16, 0x1p-25) == 0);
  CHECK(round_to(element_type::f16, 0x1.1p-25) == 0x1p-24);
  CHECK(round_to(element_type::f16, 65519.9) == 65504);
  CHECK(round_to(element_type::f16, 65520) == inf);
  CHECK(std::signbit(round_to(element_type::f16, -0.0)));
  CHECK(std::isnan(round_to(element_type::f16, nan)));
}

TEST_CASE("rounding: bf16 has 8 digits, tf32 11, and both f32's range") {
  CHECK(round_to(element_type::bf16, 1 + 0x1p-8) == 1);
  CHECK(round_to(element_type::bf16, 1 + 3 * 0x1p-8) == 1 + 0x1p-6);
  CHECK(round_to(element_type::bf16, 0x1.fep127) == 0x1.fep127);
  CHECK(round_to(element_type::bf16, 0x1.ffp127) == inf);
  CHECK(round_to(element_type::bf16, 0x1p-133) == 0x1p-133);
  CHECK(round_to(element_type::bf16, 0x1p-134) == 0);
  CHECK(round_to_tf32(1 + 0x1p-11) == 1);
  CHECK(round_to_tf32(1 + 0x1p-10) == 1 + 0x1p-10);
  CHECK(round_to_tf32(1e30) == doctest::Approx(1e30).epsilon(1e-3));
}

TEST_CASE("compare: errors and the first mismatch") {
  auto const seen = compare_f32({1, 2, 3.5, 4}, {1, 2, 3, 5}, {2, 2});
  CHECK_FALSE(seen.passed);
  CHECK(seen.mismatches == 2);
  CHECK(seen.first_mismatch == std::vector<i64>{1, 0});
  CHECK(seen.max_abs_error == 1);
  CHECK(seen.max_rel_error == doctest::Approx(0.2));
  CHECK(seen.max_ulp_error == 0.5 / 0x1p-22);  // of 3; the error of 1 is fewer of 5's, 2^-21 each
}

TEST_CASE("compare: within tolerance is right, an ulp is that of the output type") {
  double const next = 1 + 0x1p-23;
  auto const seen = compare_f32({next}, {1}, {});
  CHECK(seen.passed);
  CHECK(seen.first_mismatch.empty());
  CHECK(seen.max_ulp_error == 1);
  CHECK_FALSE(compare_f32({1.00003}, {1}, {}).passed);
  auto const half = tolerance_for(element_type::f16, false, 1);
  std::vector<double> const out{1 + 0x1p-10}, ref{1};
  CHECK(compare(out, ref, {1}, element_type::f16, half).max_ulp_error == 1);
}

TEST_CASE("compare: non-finite elements are right only class by class") {
  CHECK(compare_f32({nan, inf, -inf}, {nan, inf, -inf}, {3}).passed);
  CHECK_FALSE(compare_f32({nan}, {1}, {1}).passed);
  CHECK_FALSE(compare_f32({1}, {nan}, {1}).passed);
  CHECK_FALSE(compare_f32({-inf}, {inf}, {1}).passed);
  CHECK_FALSE(compare_f32({3.4e38}, {inf}, {1}).passed);
  CHECK_FALSE(compare_f32({inf}, {3e38}, {1}).passed);
  CHECK_FALSE(compare_f32({inf}, {nan}, {1}).passed);
  CHECK(compare_f32({inf}, {1e39}, {1}).passed);  // the reference overflows the output type
  CHECK(compare_f32({nan, 1}, {0, 1}, {2}).max_abs_error == 0);
}

TEST_CASE("compare: integers are exact, empty and unequal sizes") {
  auto const exact = tolerance_for(element_type::i32, false, 1);
  std::vector<double> const out{7, 8}, ref{7, 9};
  auto const seen = compare(out, ref, {2}, element_type::i32, exact);
  CHECK(seen.mismatches == 1);
  CHECK(seen.max_ulp_error == 1);
  CHECK(compare_f32({}, {}, {0, 5}).passed);
  auto const lacking = compare_f32({1}, {1, 2, 3}, {3});
  CHECK(lacking.mismatches == 2);
  CHECK(lacking.first_mismatch == std::vector<i64>{1});
}

TEST_CASE("compare: many blocks give the same answer as one") {
  std::vector<double> ref(300000, 2), out = ref;
  out[200001] = 3;
  out[299999] = nan;
  auto const seen = compare_f32(out, ref, {3, 100000});
  CHECK(seen.mismatches == 2);
  CHECK(seen.first_mismatch == std::vector<i64>{2, 1});
  CHECK(seen.max_abs_error == 1);
}

TEST_CASE("tolerances: the table, and a reason for each") {
  CHECK(tolerance_for(element_type::f32, false, 1).atol == 1e-5);
  CHECK(tolerance_for(element_type::f32, true, 4096).atol == 1e-4);
  CHECK(tolerance_for(element_type::f32, true, 4096).rtol == 1e-5);
  CHECK(tolerance_for(element_type::f16, true, 4096).atol == 1e-3);
  CHECK(tolerance_for(element_type::bf16, false, 1).rtol == 1.6e-2);
  CHECK(tolerance_for(element_type::u8, false, 1).atol == 0);
  CHECK(tolerance_for(element_type::f32, true, 4096).reason.find("4096") != std::string::npos);
}

}  // namespace
