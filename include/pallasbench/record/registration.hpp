// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// PB_REGISTER_KERNEL(name, file): makes pb::kernels::name known to the program. The build generates one
// source with this line for each kernel file.
#ifndef PALLASBENCH_RECORD_REGISTRATION_HPP
#define PALLASBENCH_RECORD_REGISTRATION_HPP

#include <pallasbench/robust/registry.hpp>
#include <pallasbench/robust/typed_problem.hpp>

#define PB_REGISTER_KERNEL(name_, file_)                                                  \
  namespace {                                                                             \
  [[maybe_unused]] bool const registered_##name_ = pb::robust::register_kernel(           \
      {pb::kernels::name_::info, pb::kernels::name_::dims, file_,                         \
       pb::robust::make_problem<pb::kernels::name_>});                                    \
  }

#endif  // PALLASBENCH_RECORD_REGISTRATION_HPP
