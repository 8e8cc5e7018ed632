// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern attend, recorded: the whole arrays as a program, and as one pallas_call of whole heads.
#ifndef PALLASBENCH_TRACE_ATTEND_HPP
#define PALLASBENCH_TRACE_ATTEND_HPP

#include <pallasbench/patterns/attend/attend.hpp>
#include <pallasbench/trace/skeleton.hpp>

#include <string>
#include <utility>
#include <vector>

namespace pb::trace {

namespace detail {

inline traced transpose(traced const& x, shape_t dims) {
  node const& of = x.recorded();
  node n{.kind = node_kind::transpose, .operands = {x.id}, .type = of.type};
  for (i64 const d : dims) n.shape.push_back(of.shape[static_cast<std::size_t>(d)]);
  n.dims = std::move(dims);
  return append(*x.program, std::move(n));
}

/// [N, a, b] x [N, b, c] -> [N, a, c]
inline traced dot(traced const& x, traced const& y) {
  shape_t const& left = x.recorded().shape;
  return append(*x.program, {.kind = node_kind::dot,
                             .operands = {x.id, y.id},
                             .type = x.recorded().type,
                             .shape = {left[0], left[1], y.recorded().shape[2]}});
}

/// An array of heads as [heads, rows, columns], a batch's heads one after the other.
inline traced split_heads(traced const& x, i64 heads, i64 rows, i64 columns, bool by_columns) {
  if (!by_columns) return reshape(x, {heads, rows, columns});
  return transpose(reshape(x, {rows, heads, columns}), {1, 0, 2});
}

/// Which keys each query sees, as [heads * rows, keys]. The rows are a block's where `axis`, of the
/// grid, counts blocks of queries; all queries where it is -1.
template <class Call>
traced seen_keys(Call const& call, graph& program, i64 heads, i64 rows, i64 axis) {
  shape_t const shape{heads, rows, call.keys};
  auto const counted = [&](i64 dim) {
    return append(program, {.kind = node_kind::iota,
                            .type = element_type::i64,
                            .shape = shape,
                            .dims = {dim}});
  };
  traced query = counted(1);
  if (axis >= 0) {
    traced const block = append(
        program, {.kind = node_kind::program_id, .type = element_type::i32, .dims = {axis}});
    query = query + convert(block, element_type::i64) * double(rows);
  }
  traced const seen = counted(2) <= query + double(call.keys - call.queries);
  return reshape(seen, {heads * rows, call.keys});
}

/// `rows` queries of `heads` heads on all keys; `shape` is that of q and of the result, `axis` as
/// seen_keys() takes it.
template <class Call>
graph record_attention(Call const& call, std::string name, i64 heads, i64 rows,
                       shape_t const& shape, shape_t const& key_shape, i64 axis) {
  graph program{.name = std::move(name), .nodes = {}};
  auto const input = [&]<int I>(indices<I>, shape_t const& s) {
    return add_input(program, element_of<typename Call::template input_type<I>>, s);
  };
  traced const in[] = {input(indices<0>{}, shape), input(indices<1>{}, key_shape),
                       input(indices<2>{}, key_shape)};
  auto const split = [&](traced const& x, i64 count) {
    traced const wide = convert(x, computes_in<typename Call::element>);
    return split_heads(wide, heads, count, call.size, Call::by_columns);
  };
  traced const q = split(in[0], rows);
  traced const k = transpose(split(in[1], call.keys), {0, 2, 1});
  traced const v = split(in[2], call.keys);
  traced const scores = reshape(call.body.score(dot(q, k), call.size), {heads * rows, call.keys});
  traced weights = scores;
  if (call.body.causal) {
    traced const seen = seen_keys(call, program, heads, rows, axis);
    weights = select(seen, call.body.weights(select(seen, scores, -PB_INFINITY)), 0.0);
  } else {
    weights = call.body.weights(scores);
  }
  traced y = dot(reshape(weights, {heads, rows, call.keys}), v);
  if (Call::by_columns) y = transpose(y, {1, 0, 2});
  set_result(program, reshape(y, shape), element_of<typename Call::output_type>);
  return program;
}

}  // namespace detail

template <class Body, class T>
graph record(attend_call<Body, T> const& call, std::string name) {
  return detail::record_attention(call, std::move(name), call.batch * call.heads, call.queries,
                                  shape_of(call.output_shape()),
                                  shape_of(call.template input_shape<1>()), -1);
}

/// The columns of a head are one block here, and so are its keys, which a block walks.
template <class Body, class T>
pallas_call pallas_form(attend_call<Body, T> const& call, plan const& p, std::string const& name) {
  using call_type = attend_call<Body, T>;
  constexpr bool by_columns = call_type::by_columns;
  i64 const rows = p.block_shape[2];
  shape_t const block = by_columns ? shape_t{rows, call.size} : shape_t{1, 1, rows, call.size};
  shape_t const all = by_columns ? shape_t{call.keys, call.size}
                                 : shape_t{1, 1, call.keys, call.size};
  std::vector<int> const by_query = by_columns ? std::vector{1, 0} : std::vector{0, 1, 2, -1};
  std::vector<int> const by_head = by_columns ? std::vector{-1, 0} : std::vector{0, 1, -1, -1};
  shape_t grid{p.grid_shape[0], p.grid_shape[1], p.grid_shape[2]};
  if (by_columns) grid.erase(grid.begin());
  auto const input = [&]<int I>(detail::indices<I>) {
    return detail::mapping(call.template input_shape<I>(),
                           element_of<typename call_type::template input_type<I>>,
                           I == 0 ? block : all, I == 0 ? by_query : by_head);
  };
  return {.name = name,
          .grid = grid,
          .inputs = {input(detail::indices<0>{}), input(detail::indices<1>{}),
                     input(detail::indices<2>{})},
          .output = detail::mapping(call.output_shape(),
                                    element_of<typename call_type::output_type>, block, by_query),
          .body = detail::record_attention(call, name, 1, rows, block, all,
                                           static_cast<i64>(grid.size()) - 1)};
}

}  // namespace pb::trace

#endif  // PALLASBENCH_TRACE_ATTEND_HPP
