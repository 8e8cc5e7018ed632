// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The source_analysis filter: the verdict on what source_findings.hpp found in a candidate's text
// and ptx_flow.hpp in the PTX compiled from it. It fails on proofs only, never on
// what is unknown.
#ifndef PALLASBENCH_ROBUST_SOURCE_ANALYSIS_HPP
#define PALLASBENCH_ROBUST_SOURCE_ANALYSIS_HPP

#include <pallasbench/robust/evidence.hpp>
#include <pallasbench/robust/ptx_flow.hpp>
#include <pallasbench/robust/source_findings.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace pb::robust {

/// The findings in the text, one flow per kernel that is launched (none where nothing was
/// compiled), and the inputs that the output must depend on.
struct source_facts {
  std::vector<finding> findings;
  std::vector<ptx_flow> kernels;
  std::vector<std::string> required_inputs;
};

namespace detail {

inline bool all_known(source_facts const& facts) {
  return !facts.kernels.empty() && std::all_of(facts.kernels.begin(), facts.kernels.end(),
                                               [](ptx_flow const& k) { return k.known; });
}

inline bool reaches_a_store(source_facts const& facts, std::string const& input) {
  for (auto const& kernel : facts.kernels) {
    for (auto const& each : kernel.inputs) {
      if (each.name == input && each.reaches_store) return true;
    }
  }
  return false;
}

inline bool only_constants_stored(source_facts const& facts) {
  return std::all_of(facts.kernels.begin(), facts.kernels.end(),
                     [](ptx_flow const& k) { return k.only_constants_stored; });
}

/// What the PTX proves, one clause each.
inline std::vector<std::string> ptx_proofs(source_facts const& facts) {
  std::vector<std::string> proofs;
  for (auto const& kernel : facts.kernels) {
    for (auto const& clock : kernel.clocks)
      proofs.push_back("the PTX reads a clock (" + clock + ")");
    if (!kernel.known) continue;
    for (auto const& input : kernel.stored_inputs)
      proofs.push_back("input " + input + " is written to");
  }
  if (!all_known(facts)) return proofs;
  if (only_constants_stored(facts)) proofs.push_back("nothing but constants is stored");
  for (auto const& input : facts.required_inputs) {
    if (!reaches_a_store(facts, input))
      proofs.push_back("no load from " + input + " can reach a store");
  }
  return proofs;
}

inline std::string quote(finding const& f) {
  return std::string(name(f.rule)) + " in line " + std::to_string(f.line) + " (" + f.excerpt + ")";
}

inline std::string join(std::vector<std::string> const& clauses) {
  std::string text;
  for (auto const& each : clauses)
    text += (text.empty() ? "" : "; ") + each;
  return text;
}

/// What was looked at and could not be decided.
inline std::vector<std::string> open_questions(source_facts const& facts) {
  std::vector<std::string> open;
  if (facts.kernels.empty()) open.push_back("no PTX was analyzed");
  for (auto const& kernel : facts.kernels) {
    if (!kernel.known) open.push_back("the data flow is unknown because " + kernel.unknown_because);
  }
  for (auto const& each : facts.findings) {
    if (each.rule == source_rule::constant_stores)
      open.push_back(quote(each) + " proves nothing alone");
  }
  return open;
}

}  // namespace detail

/// Fails where the PTX proves that an input cannot reach a store, that only constants are stored,
/// that an input is written to or a clock is read; and on a library call, a clock, a stream or a
/// benchmark literal in the text. `value` is the number of findings.
inline filter_result source_analysis(source_facts const& facts) {
  std::vector<std::string> proofs = detail::ptx_proofs(facts);
  for (auto const& each : facts.findings) {
    if (each.rule != source_rule::constant_stores) proofs.push_back(detail::quote(each));
  }
  auto const open = detail::open_questions(facts);
  std::string reason = proofs.empty() ? "Nothing was found" : "Found: " + detail::join(proofs);
  if (!open.empty()) reason += "; " + detail::join(open);
  return {proofs.empty(), static_cast<double>(proofs.size()), 0, reason + "."};
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_SOURCE_ANALYSIS_HPP
