// expect: pb: the header of this body.s pattern is not included: pallasbench/patterns/
// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
#include <pallasbench/ops/relu.hpp>
#include <pallasbench/patterns/call.hpp>

using call = pb::call_of<pb::ops::relu, float>;
