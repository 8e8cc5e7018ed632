// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Notice: an operation of one's own, and what the dataset must know to make a kernel of it. It
// names no thread and no element type, and nothing was added to the library for it. This text is
// read by own_operation.cpp, own_operation_cuda.cu and custom_record.cpp, and by the exporter that
// CMake's pallasbench_add_exporter(export_swiglu KERNELS swiglu.hpp) makes: it writes the record.
#ifndef EXAMPLES_SWIGLU_HPP
#define EXAMPLES_SWIGLU_HPP

#include <pallasbench/kernels/kernel.hpp>
#include <pallasbench/patterns/map/map.hpp>
#include <pallasbench/tile/words.hpp>
#include <pallasbench/tiling/tiling.hpp>

namespace mine {

/// gate x / (1 + exp(-beta x))   [Shazeer, arXiv:2002.05202]
struct swiglu {
  using signature = pb::map_of<pb::operand::tile, pb::operand::tile>;
  double beta = 1;

  template <class X, class Gate>
  PB_FN auto operator()(X const& x, Gate const& gate) const {
    return gate * x / (1.0 + exp(-beta * x));
  }
};

}  // namespace mine

namespace pb::kernels {

/// A kernel has the name of its file, and its body has the parameters of `body{}`.
struct swiglu {
  using body = mine::swiglu;
  using tiles = tiling::clamped<65536>;

  static constexpr kernel_info info{.number = 1001,
                                    .level = 1,
                                    .name = "swiglu",
                                    .category = "activation",
                                    .description = "Gated sigmoid linear unit",
                                    .inputs = "x, gate",
                                    .torch = "gate * torch.nn.functional.silu(x)"};
  static constexpr presets dims{.small = {5003}, .seed = {4096}, .large = {67108864}};
};

}  // namespace pb::kernels

#endif  // EXAMPLES_SWIGLU_HPP
