// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The test of the test: wrong outputs made from the reference must all be rejected by the
// comparison or by a value filter. A survivor says that inputs or tolerance are too weak to tell
// right from wrong. How the wrong outputs are made is in mutations.hpp.
#ifndef PALLASBENCH_ROBUST_MUTANTS_HPP
#define PALLASBENCH_ROBUST_MUTANTS_HPP

#include <pallasbench/robust/compare.hpp>
#include <pallasbench/robust/filters.hpp>
#include <pallasbench/robust/input_impact.hpp>
#include <pallasbench/robust/mutations.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace pb::robust {

/// A wrong output of one trial that takes the kernel to make: eps left out, an input ignored.
/// `at_most` is how far off it can be where outputs are of order 1, if that is known.
struct mutant {
  std::string name;
  doubles values;
  std::size_t trial = 0;
  double at_most = PB_INFINITY;
};

/// tried = rejected + survivors. A mutation that makes no difference here, or makes no sense, or is
/// not rejected and known to stay within the tolerance, is in `not_applicable` as "name: reason";
/// none is dropped.
struct mutant_report {
  int tried = 0;
  int rejected = 0;
  std::vector<std::string> survivors;
  std::vector<std::string> not_applicable;
};

namespace detail {

inline void round_all(element_type type, doubles& array) {
  edit_elements(array, [&](double& x, i64) { x = round_to(type, x); });
}

/// Judges one mutation after another, by blocks of elements; only a mutant that the comparison cannot
/// tell from the reference is made whole, for every trial, for the filters to see.
class mutant_judge {
public:
  mutant_judge(evidence_view const& e, mutant_options const& options) : e_(e), options_(options) {}

  void judge(mutation const& m) {
    if (m.trial >= e_.trials.size())
      return report_.not_applicable.push_back(m.name + ": there is no such trial");
    auto const context = context_of(m.trial, e_.trials[m.trial].reference);
    auto const wrong = m.make(context);
    if (!wrong.write)
      return report_.not_applicable.push_back(m.name + ": " + wrong.reason);
    if (equals(wrong, context))
      return report_.not_applicable.push_back(m.name + ": equal to the reference");
    bool const rejected = !matches_everywhere(wrong, context) || filters_reject(m);
    if (!rejected && m.at_most <= std::min(e_.tol.atol, e_.tol.rtol)) {
      report_.not_applicable.push_back(m.name + ": differs by at most " + digits(m.at_most) +
                                       ", within the tolerance of " + name(e_.type));
      return;
    }
    ++report_.tried;
    if (rejected)
      ++report_.rejected;
    else
      report_.survivors.push_back(m.name);
  }

  mutant_report const& report() const { return report_; }

private:
  mutation_context context_of(std::size_t trial, std::span<double const> reference) const {
    std::span<double const> other;
    if (e_.trials.size() > 1) other = e_.trials[(trial + 1) % e_.trials.size()].reference;
    return {e_.shape, e_.type, e_.tol, options_, reference, other};
  }

  /// Whether holds(i, x) for every element x of the wrong output as its type holds it.
  template <class Holds>
  bool holds_for_all(wrong_output const& wrong, i64 count, Holds const& holds) const {
    return every_block_holds(count, [&](i64 begin, i64 end) {
      double block[loop_block];
      wrong.write(begin, end, block);
      for (i64 i = begin; i < end; ++i)
        if (!holds(i, round_to(e_.type, block[i - begin]))) return false;
      return true;
    });
  }

  bool equals(wrong_output const& wrong, mutation_context const& c) const {
    return holds_for_all(wrong, c.count(), [&](i64 i, double x) {
      double const right = c.right(i);
      return x == right || (std::isnan(x) && std::isnan(right));
    });
  }

  bool matches_everywhere(wrong_output const& wrong, mutation_context const& c) const {
    return holds_for_all(wrong, c.count(), [&](i64 i, double x) {
      return matches(x, c.reference[static_cast<std::size_t>(i)], e_.type, e_.tol);
    });
  }

  /// The whole mutant of `reference`; empty where there is none.
  doubles made_whole(mutation const& m, std::size_t trial,
                     std::span<double const> reference) const {
    auto const context = context_of(trial, reference);
    auto const wrong = m.make(context);
    doubles whole;
    if (!wrong.write) return whole;
    whole.resize(reference.size());
    i64 const count = context.count();
    parallel_for((count + loop_block - 1) / loop_block, [&](i64 b) {
      i64 const begin = b * loop_block;
      wrong.write(begin, std::min(count, begin + loop_block), whole.data() + begin);
    });
    round_all(e_.type, whole);
    return whole;
  }

  /// The mutant in place of every output it can be made for, before the value filters.
  bool filters_reject(mutation const& m) const {
    evidence_view mutated = e_;
    std::vector<doubles> wrong;
    if (m.every_trial) {
      for (std::size_t t = 0; t < mutated.trials.size(); ++t)
        wrong.push_back(made_whole(m, t, e_.trials[t].reference));
      for (auto const& each : mutated.perturbations)
        wrong.push_back(made_whole(m, 0, each.reference));
    } else {
      mutated.trials = {e_.trials[m.trial]};
      mutated.perturbations.clear();
      wrong.push_back(made_whole(m, m.trial, e_.trials[m.trial].reference));
    }
    std::size_t next = 0;
    for (auto& each : mutated.trials)
      each.output = wrong[next++];
    for (auto& each : mutated.perturbations)
      each.output = wrong[next++];
    return any_filter_rejects(mutated);
  }

  static bool any_filter_rejects(evidence_view const& mutated) {
    for (auto const& each : mutated.trials) {
      if (!all_match(each.output, each.reference, mutated.type, mutated.tol)) return true;
    }
    return !output_range(mutated).passed || !output_std(mutated).passed ||
           !axes_variation(mutated).passed ||
           (!mutated.perturbations.empty() && !input_impact(mutated).passed);
  }

  evidence_view const& e_;
  mutant_options const& options_;
  mutant_report report_;
};

}  // namespace detail

/// Feeds the comparison and the value filters every general mutant and the given kernel-specific
/// ones. `inputs` are trial 0's, as doubles. Without usable evidence nothing is tried and the
/// report says so.
inline mutant_report judge_mutants(evidence_view const& e,
                                   std::vector<doubles> const& inputs,
                                   std::vector<mutant> const& kernel_specific,
                                   mutant_options const& options) {
  if (auto early = verdict_without_values(e)) return {0, 0, {}, {"all: " + early->reason}};
  detail::mutant_judge judge(e, options);
  for (auto const& each : detail::general_mutations(inputs))
    judge.judge(each);
  for (auto const& each : kernel_specific) {
    judge.judge({each.name, detail::copy_of(each.values), false, each.trial, each.at_most});
  }
  return judge.report();
}

}  // namespace pb::robust

#endif  // PALLASBENCH_ROBUST_MUTANTS_HPP
