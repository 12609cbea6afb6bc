// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import dev.demilune.exhibit.ExhibitResult;
import dev.demilune.exhibit.Exhibits;
import dev.demilune.learn.Progress;
import dev.demilune.random.Randomness;
import java.util.List;
import java.util.Set;

/**
 * What an audit proves at least about the ε of a published algorithm and of the repaired one, on
 * the neighboring tables of an exhibit; or the ε that both claim.
 */
final class ExhibitMeasure implements Measure {

  @Override
  public String name() {
    return "exhibit";
  }

  @Override
  public Set<String> parameters() {
    return Set.of("exhibit", "algorithm", "epsilon", "delta", "trials", "confidence", "seed");
  }

  @Override
  public Parameters essential(Parameters parameters) {
    return parameters.text("algorithm", "").equals("claim")
        ? parameters.without(Set.of("trials", "confidence", "seed"))
        : parameters;
  }

  @Override
  public void check(Parameters parameters) {
    Exhibits.named(parameters.text("exhibit"));
    FitMeasure.guarantee(parameters);
    if (!parameters.word("algorithm", List.of("published", "repaired", "claim")).equals("claim")) {
      parameters.whole("trials");
      parameters.number("confidence");
    }
  }

  @Override
  public double[] measure(Parameters parameters, DataFolder data) {
    if (parameters.text("algorithm").equals("claim")) {
      return new double[] {parameters.number("epsilon")};
    }
    ExhibitResult result =
        Exhibits.named(parameters.text("exhibit"))
            .run(
                FitMeasure.guarantee(parameters),
                parameters.whole("trials"),
                parameters.number("confidence"),
                Randomness.reproducible(parameters.whole("seed")),
                Progress.NONE);
    ExhibitResult.Side side =
        parameters.text("algorithm").equals("published") ? result.published() : result.repaired();
    return new double[] {side.finding().lowerBound()};
  }
}
