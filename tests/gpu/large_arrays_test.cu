// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// A map and row_sum beyond 2^31 elements, in all three element types. Inputs are made and results
// checked on the device; where its memory is too small the case says so and is skipped.
#include <pallasbench/kernels/level1/relu.hpp>
#include <pallasbench/kernels/level1/row_sum.hpp>

#include <thrust/count.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/tabulate.h>

#include "support/device_room.cuh"

namespace pb::test {

inline constexpr i64 past_2_31 = (i64(1) << 31) + 1003;

/// Element i of an array, from -50 to 50: exact in every type, and another where an index has lost
/// its upper bits, for 101 divides no power of two.
template <class T>
struct sawtooth {
  __host__ __device__ T operator()(i64 i) const { return T(float(i % 101 - 50)); }
};

/// Whether element i is not what f says.
template <class T, class Expected>
struct differs {
  T const* data;
  Expected f;
  __host__ __device__ bool operator()(i64 i) const { return !(float(data[i]) == f(i)); }
};

template <class T, class Expected>
i64 count_different(device_memory const& memory, i64 count, Expected f) {
  auto const numbers = thrust::counting_iterator<i64>(0);
  return thrust::count_if(thrust::device, numbers, numbers + count,
                          differs<T, Expected>{static_cast<T const*>(memory.data()), f});
}

template <class T>
struct rectified {
  __host__ __device__ float operator()(i64 i) const {
    float const x = float(sawtooth<T>{}(i));
    return x < 0 ? 0.0f : x;
  }
};

/// The sum of row r, of the elements r columns to (r + 1) columns - 1. A whole period sums to 0.
template <class T>
struct sum_of_row {
  i64 columns;
  __host__ __device__ float operator()(i64 r) const {
    i64 sum = 0;
    for (i64 c = 0; c < columns % 101; ++c) sum += (r * columns + c) % 101 - 50;
    return float(T(float(sum)));
  }
};

/// An array of `count` elements of the sawtooth.
template <class T>
void make_sawtooth(device_memory const& memory, i64 count) {
  T* const data = static_cast<T*>(memory.data());
  thrust::tabulate(thrust::device, data, data + count, sawtooth<T>{});
}

TEST_CASE_TEMPLATE("a map of more than 2^31 elements", T, float, f16, bf16) {
  i64 const bytes = past_2_31 * i64(sizeof(T));
  if (!has_room(2 * bytes)) return;
  device_memory const x(static_cast<std::size_t>(bytes)), y(static_cast<std::size_t>(bytes));
  make_sawtooth<T>(x, past_2_31);
  auto call = call_of<kernels::relu::body, T>::make({}, {past_2_31});
  call.in[0] = x.data();
  call.out = static_cast<T*>(y.data());
  executor<clamped>::run(call);
  CHECK(count_different<T>(y, past_2_31, rectified<T>{}) == 0);
}

TEST_CASE_TEMPLATE("row_sum of more than 2^31 elements", T, float, f16, bf16) {
  // Many rows in registers, and three that are walked.
  for (extents const& e : {extents{1050003, 2051}, extents{3, past_2_31 / 3 + 1}}) {
    REQUIRE(e.count() > i64(1) << 31);
    i64 const bytes = e.count() * i64(sizeof(T));
    if (!has_room(bytes)) return;
    device_memory const x(static_cast<std::size_t>(bytes));
    device_memory const y(static_cast<std::size_t>(e[0]) * sizeof(T));
    make_sawtooth<T>(x, e.count());
    auto call = call_of<kernels::row_sum::body, T>::make({}, e);
    call.in[0] = x.data();
    call.out = static_cast<T*>(y.data());
    executor<clamped>::run(call);
    CHECK(count_different<T>(y, e[0], sum_of_row<T>{e[1]}) == 0);
  }
}

}  // namespace pb::test
