// expect: pb::element_of: this type is no array element; use float, .* or long long
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/core/element.hpp>

constexpr auto type = pb::element_of<short>;
