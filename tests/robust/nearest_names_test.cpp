// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Edit distance by hand-counted examples, and the order of suggestions.
#include <pallasbench/robust/nearest_names.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using pb::robust::edit_distance;
using pb::robust::nearest_names;
using names = std::vector<std::string>;

TEST_CASE("names: edit distance") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("relu", "relu") == 0);
  CHECK(edit_distance("", "relu") == 4);
  CHECK(edit_distance("relu", "") == 4);
  CHECK(edit_distance("relu", "gelu") == 1);
  CHECK(edit_distance("relu", "rlu") == 1);
  CHECK(edit_distance("relu", "reluu") == 1);
  CHECK(edit_distance("relu", "rleu") == 2);  // a swap is two replacements
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("sitting", "kitten") == 3);
}

TEST_CASE("names: nearest first, equally near in the order given") {
  names const all = {"relu", "gelu", "softmax", "row_sum", "matmul"};
  CHECK(nearest_names("sofmax", all, 1) == names{"softmax"});
  CHECK(nearest_names("relu", all, 2) == names{"relu", "gelu"});
  CHECK(nearest_names("elu", all, 2) == names{"relu", "gelu"});
  CHECK(nearest_names("matmull", all, 1) == names{"matmul"});
}

TEST_CASE("names: no more than there are") {
  CHECK(nearest_names("x", {"relu"}, 3) == names{"relu"});
  CHECK(nearest_names("x", {}, 3).empty());
  CHECK(nearest_names("x", {"relu"}, 0).empty());
}

}  // namespace
