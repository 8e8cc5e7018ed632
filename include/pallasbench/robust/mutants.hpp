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
  std::vector<double> values;
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

template <class Edit>
void parallel_for_blocks(values& array, Edit const& edit) {
  i64 const count = static_cast<i64>(array.size());
  constexpr i64 block = 65536;
  parallel_for((count + block - 1) / block, [&](i64 b) {
    i64 const end = std::min(count, (b + 1) * block);
    for (i64 i = b * block; i < end; ++i)
      edit(array[static_cast<std::size_t>(i)]);
  });
}

inline void round_all(element_type type, values& array) {
  parallel_for_blocks(array, [&](double& x) { x = round_to(type, x); });
}

/// Judges one mutation after another, with one array at a time; only a mutant that the comparison
/// cannot tell from the reference is made for every trial, for the filters to see.
class mutant_judge {
public:
  mutant_judge(evidence_view const& e, mutant_options const& options) : e_(e), options_(options) {}

  void judge(mutation const& m) {
    if (m.trial >= e_.trials.size()) {
      report_.not_applicable.push_back(m.name + ": there is no such trial");
      return;
    }
    values wrong;
    auto const& reference = e_.trials[m.trial].reference;
    if (std::string reason = make(m, m.trial, reference, wrong); !reason.empty()) {
      report_.not_applicable.push_back(m.name + ": " + reason);
      return;
    }
    if (equals(wrong, reference)) {
      report_.not_applicable.push_back(m.name + ": equal to the reference");
      return;
    }
    bool const rejected = !compare(wrong, reference, e_.shape, e_.type, e_.tol).passed ||
                          filters_reject(m, std::move(wrong));
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
  /// The mutant of `reference`, rounded to the output type; returns why there is none, or nothing.
  std::string make(mutation const& m, std::size_t trial, std::span<double const> reference,
                   values& wrong) const {
    wrong.assign(reference.begin(), reference.end());
    round_all(e_.type, wrong);
    std::span<double const> other;
    if (e_.trials.size() > 1) other = e_.trials[(trial + 1) % e_.trials.size()].reference;
    std::string reason = m.edit({e_.shape, e_.type, e_.tol, options_, other}, wrong);
    if (reason.empty()) round_all(e_.type, wrong);
    return reason;
  }

  bool equals(values const& wrong, std::span<double const> reference) const {
    for (std::size_t i = 0; i < wrong.size(); ++i) {
      double const right = round_to(e_.type, reference[i]);
      if (wrong[i] != right && !(std::isnan(wrong[i]) && std::isnan(right))) return false;
    }
    return true;
  }

  /// The mutant in place of every output it can be made for, before the value filters.
  bool filters_reject(mutation const& m, values&& first) const {
    std::vector<values> wrong;
    wrong.push_back(std::move(first));
    evidence_view mutated = e_;
    if (!m.every_trial) {
      mutated.trials = {e_.trials[m.trial]};
      mutated.perturbations.clear();
    }
    for (std::size_t t = 1; t < mutated.trials.size(); ++t) {
      make(m, t, e_.trials[t].reference, wrong.emplace_back());
    }
    for (auto const& each : mutated.perturbations)
      make(m, 0, each.reference, wrong.emplace_back());
    std::size_t next = 0;
    for (auto& each : mutated.trials)
      each.output = wrong[next++];
    for (auto& each : mutated.perturbations)
      each.output = wrong[next++];
    return any_filter_rejects(mutated);
  }

  static bool any_filter_rejects(evidence_view const& mutated) {
    for (auto const& each : mutated.trials) {
      if (!compare(each.output, each.reference, mutated.shape, mutated.type, mutated.tol).passed) {
        return true;
      }
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
                                   std::vector<std::vector<double>> const& inputs,
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
