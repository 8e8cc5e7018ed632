// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// Why a call was refused, as a sentence for people.
#ifndef PALLASBENCH_MESSAGE_HPP
#define PALLASBENCH_MESSAGE_HPP

#include <pallasbench/patterns/bind.hpp>

#include <string>

namespace pb {

namespace detail {

inline std::string text_of(extents const& e) {
  std::string text;
  for (int d = 0; d < e.rank; ++d) text += (d == 0 ? "" : ", ") + std::to_string(e[d]);
  return "[" + text + "]";
}

}  // namespace detail

/// "input 1 has extents [5] where the operation takes [6]". Empty where the status is ok.
inline std::string message(status const& s) {
  switch (s.what) {
    case status::reason::ok: return {};
    case status::reason::wrong_extents:
      return (s.argument < 0 ? "the output" : "input " + std::to_string(s.argument)) +
             " has extents " + detail::text_of(s.given) + " where the operation takes " +
             detail::text_of(s.allowed);
    case status::reason::refused_parameter:
      return "a parameter of the operation, or how its arrays lie, is not allowed: its header says "
             "what is";
    case status::reason::no_workspace:
      return "the operation needs workspace and none was passed: workspace_bytes() says how much";
  }
  return {};
}

}  // namespace pb

#endif  // PALLASBENCH_MESSAGE_HPP
