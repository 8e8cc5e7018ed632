// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// to_jaxpr on hand-built kernels. The inner jaxprs of relu and softmax are what jax.make_jaxpr
// prints for the same kernels (jax 0.10.2), but for the store: jax names the value it overwrites.
#include <pallasbench/trace/jaxpr.hpp>

#include <doctest/doctest.h>

#include "sample_graphs.hpp"

namespace {

using pb::element_type;
using pb::opcode;
using pb::trace::block_mapping;
using pb::trace::graph;
using pb::trace::pallas_call;
using pb::trace::to_jaxpr;
namespace samples = pb::trace::samples;
using samples::builder;

bool contains(std::string const& text, std::string const& part) {
  return text.find(part) != std::string::npos;
}

/// An elementwise kernel over [4096] in blocks of 1024.
pallas_call mapped(graph body) {
  block_mapping const block{{4096}, element_type::f32, {1024}, {0}};
  auto const name = body.name;
  return {name, {4}, {block}, block, false, std::move(body)};
}

/// A body that takes x f32[4,8], as a kernel of one block.
std::string whole(graph body) {
  auto const& out = body.nodes[static_cast<std::size_t>(body.result)];
  block_mapping const input{{4, 8}, element_type::f32, {}, {}, true};
  block_mapping const output{out.shape, out.type, {}, {}, true};
  auto const name = body.name;
  return to_jaxpr({name, {}, {input}, output, false, std::move(body)});
}

TEST_CASE("jaxpr: relu, letter for letter") {
  CHECK(to_jaxpr(mapped(samples::relu(1024))) ==
        R"({ lambda ; a:f32[4096]. let
    b:f32[4096] = pallas_call[
      grid_mapping=GridMapping(grid=(4,), block_mappings=(
        BlockMapping(block_shape=(Blocked(block_size=1024),), index_map_jaxpr={ lambda ; i:i32[]. let  in (i,) }),
        BlockMapping(block_shape=(Blocked(block_size=1024),), index_map_jaxpr={ lambda ; i:i32[]. let  in (i,) }),))
      input_output_aliases=()
      jaxpr={ lambda ; c:Ref<default>{f32[1024]} d:Ref<default>{f32[1024]}. let
          e:f32[1024] <- c[...]
          f:f32[1024] = max e 0.0:f32[]
          d[...] <- f
        in () }
      name=relu
      out_avals=(ShapedArray(float32[4096]),)
    ] a
  in (b,) }
)");
}

TEST_CASE("jaxpr: the body of softmax") {
  block_mapping const rows{{64, 32}, element_type::f32, {8, 32}, {0, -1}};
  auto const text = to_jaxpr({"softmax", {8}, {rows}, rows, false, samples::softmax(8, 32)});
  CHECK(contains(text, R"(
          e:f32[8,32] <- c[...]
          f:f32[8] = reduce_max[axes=(1,)] e
          g:f32[8,32] = broadcast_in_dim[broadcast_dimensions=(0,)] f
          h:f32[8,32] = sub e g
          i:f32[8,32] = exp h
          j:f32[8] = reduce_sum[axes=(1,) out_sharding=None] i
          k:f32[8,32] = broadcast_in_dim[broadcast_dimensions=(0,)] j
          l:f32[8,32] = div i k
          d[...] <- l
)"));
  CHECK(contains(text, "index_map_jaxpr={ lambda ; i:i32[]. let  in (i, 0:i32[]) }"));
}

TEST_CASE("jaxpr: a block that is revisited is cleared first, then added to") {
  block_mapping const bases{{256}, element_type::u8, {}, {}, true};
  block_mapping const counts{{16}, element_type::i32, {16}, {-1}};
  auto call = pallas_call{"count", {4}, {bases}, counts, true, samples::dimer_count(256, 64)};
  auto const text = to_jaxpr(call);
  CHECK(contains(text, R"(
          e:i32[] = program_id[axis=0]
          f:bool[] = eq e 0:i32[]
          g:i32[] = convert_element_type[new_dtype=int32 weak_type=False] f
          cond[
            branches=(
              { lambda ; h:Ref<default>{i32[16]}. let  in () }
              { lambda ; i:Ref<default>{i32[16]}. let
                  j:i32[16] = broadcast_in_dim 0:i32[]
                  i[...] <- j
                in () }
            )
          ] g d
)"));
  CHECK(contains(text, "<- d[...]"));
  CHECK(contains(text, "mode=GatherScatterMode.FILL_OR_DROP"));
  call.accumulates = false;
  CHECK_FALSE(contains(to_jaxpr(call), "cond["));
  CHECK_FALSE(contains(to_jaxpr(call), "<- d[...]"));
}

TEST_CASE("jaxpr: select_n takes the case for false first, both of full shape") {
  builder b("chosen");
  int const x = b.input(element_type::f32, {4, 8});
  int const positive = b.map(opcode::greater, {x, b.constant(0)});
  auto const text = whole(b.result(b.map(opcode::select, {positive, x, b.constant(-1)})));
  CHECK(contains(text, "f:bool[4,8] = gt e 0.0:f32[]"));
  CHECK(contains(text, "g:f32[4,8] = broadcast_in_dim -1.0:f32[]"));
  CHECK(contains(text, "h:f32[4,8] = select_n f g e"));
}

TEST_CASE("jaxpr: structural primitives") {
  builder b("structural");
  int const x = b.input(element_type::f32, {4, 8});
  int const turned = b.transpose(b.reverse(x, {1}), {1, 0}, {8, 4});
  int const product = b.dot(x, turned, {4, 4});
  int const part = b.slice(b.pad(product, 0, {1, 0}, {2, 0}, {7, 4}), {1, 2}, {3, 4}, {2, 2});
  auto const text = whole(b.result(b.reshape(b.convert(part, element_type::bf16), {4})));
  CHECK(contains(text, " = rev[dimensions=(1,)] e"));
  CHECK(contains(text, " = transpose[permutation=(1, 0)] f"));
  CHECK(contains(text, "dimension_numbers=(([1], [0]), ([], []))"));
  CHECK(contains(text, " = pad[padding_config=((1, 2, 0), (0, 0, 0))] h 0.0:f32[]"));
  CHECK(contains(text, "slice[limit_indices=(3, 4) start_indices=(1, 2) strides=None]"));
  CHECK(contains(text, "convert_element_type[new_dtype=bfloat16 weak_type=False]"));
  CHECK(contains(text, "reshape[dimensions=None new_sizes=(4,) sharding=None]"));
}

TEST_CASE("jaxpr: variables count in base 26") {
  using pb::trace::detail::variable_name;
  CHECK(variable_name(0) == "a");
  CHECK(variable_name(25) == "z");
  CHECK(variable_name(26) == "ba");
  CHECK(variable_name(51) == "bz");
  CHECK(variable_name(676) == "baa");
}

TEST_CASE("jaxpr: a changed constant changes the text") {
  CHECK(contains(to_jaxpr(mapped(samples::relu(1024, 0.25))), "max e 0.25:f32[]"));
  CHECK(to_jaxpr(mapped(samples::relu(1024, 0.25))) != to_jaxpr(mapped(samples::relu(1024))));
}

}  // namespace
