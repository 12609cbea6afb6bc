// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import dev.demilune.experiment.Condition.Finding;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What a paper claims, and the conditions on the measured means under which it counts as
 * reproduced.
 *
 * @param says the claim, as a clause
 * @param tolerances where the numbers of the conditions come from; may be empty
 */
record Claim(String says, String tolerances, List<Condition> conditions) {

  Claim {
    conditions = List.copyOf(conditions);
  }

  static Claim read(Yaml node, List<String> curves) {
    Map<String, Yaml> entries = node.map(Set.of("says", "reproduced-if"), Set.of("tolerances"));
    return new Claim(
        entries.get("says").text(),
        entries.containsKey("tolerances") ? entries.get("tolerances").text() : "",
        entries.get("reproduced-if").list().stream()
            .map(one -> Condition.read(one, curves))
            .toList());
  }

  /** Tests the conditions. */
  List<Finding> test(Results results) {
    return conditions.stream().map(condition -> condition.test(results)).toList();
  }

  /** Returns the one sentence about the claim. */
  String sentence(List<Finding> findings, boolean quick) {
    List<Finding> tested = findings.stream().filter(Finding::tested).toList();
    long held = tested.stream().filter(Finding::holds).count();
    String rough = quick ? " in this rough run" : "";
    String untested =
        tested.size() == findings.size()
            ? ""
            : ", " + (findings.size() - tested.size()) + " could not be tested";
    if (tested.isEmpty()) {
      return "Not tested" + rough + ": the claim that " + says + ".";
    }
    if (held == tested.size()) {
      return String.format(
          Locale.ROOT,
          "Reproduced%s%s: the claim that %s (%d of %d conditions hold%s).",
          untested.isEmpty() ? "" : " as far as tested",
          rough,
          says,
          held,
          findings.size(),
          untested);
    }
    Finding failed = tested.stream().filter(f -> !f.holds()).findFirst().orElseThrow();
    return String.format(
        Locale.ROOT,
        "%s%s: the claim that %s (%d of %d conditions hold%s); not so%s that %s: %s.",
        held == 0 ? "Not reproduced" : "Reproduced in part",
        rough,
        says,
        held,
        findings.size(),
        untested,
        tested.size() - held == 1 ? "" : ", for one,",
        failed.condition().words(),
        failed.found());
  }
}
